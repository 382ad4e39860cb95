/**
 * The management API, typed, as hooks: `api.useQuery("get", "/projects/{projectId}", …)`. Nothing else is asked for
 * data.
 */
import { createManagementClient, type Problem, type Schemas } from "@signet/management-client";
import { QueryClient } from "@tanstack/react-query";
import createHooks from "openapi-react-query";
import { accessToken, signInAgain } from "./session.ts";
import { settings } from "./settings.ts";

export type { Problem, Schemas };

export const client = createManagementClient({ baseUrl: settings.baseUrl, token: accessToken });
client.use({
  async onResponse({ response }) {
    return response.status === 401 ? signInAgain() : undefined;
  },
});

export const api = createHooks(client);

const AGAIN = new Set([502, 503, 504]);

export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, problem) => count < 2 && (!isProblem(problem) || AGAIN.has(problem.status)),
    },
  },
});

export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "advice" in value;
}

/** What a call throws, as a problem: also when no answer came. */
export function toProblem(
  thrown: unknown,
): Pick<Problem, "code" | "detail" | "advice" | "errors"> & { requestId?: string } {
  if (isProblem(thrown)) return thrown;
  return { code: "internal", detail: "Signet could not be reached", advice: "Check your connection and try again." };
}

/** The answer of a call made with `client`, or its problem as an exception. */
export async function answered<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data, error } = await call;
  if (error !== undefined) throw error;
  return data as Data;
}

/**
 * A change. Whatever was changed may show in any list: what is on the screen is read again, the rest when it is next
 * looked at.
 */
export async function changed<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const data = await answered(call);
  await readAgain();
  return data;
}

/**
 * After `answered`, where something has to happen in between: the page of what was deleted must be left before it is
 * asked for again.
 */
export function readAgain(): Promise<void> {
  return queries.invalidateQueries();
}

/** Change it only if it still is what was read. */
export function ifMatch(version: number): { header: { "If-Match": string } } {
  return { header: { "If-Match": `"${version}"` } };
}
