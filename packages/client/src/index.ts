/**
 * A client of Signet's management API: every path, parameter, body and answer is typed, from the API document itself.
 */
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

export type { components, operations, paths } from "./schema.d.ts";

/** The things that calls take and answer with: `Schemas["Project"]`. */
export type Schemas = components["schemas"];

/** What the `error` of every call is. */
export type Problem = Schemas["Problem"];

export type ManagementClient = Client<paths>;

export interface ManagementClientOptions {
  /** Where Signet is, such as `https://id.example.com`. */
  readonly baseUrl: string;
  /** An access token for the management API, or how to get one that has not expired: it is asked before every call. */
  readonly token: string | (() => Promise<string>);
  /** Another one than the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export function createManagementClient({ baseUrl, token, fetch }: ManagementClientOptions): ManagementClient {
  const client = createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, "")}/management/v1`,
    ...(fetch === undefined ? {} : { fetch }),
  });
  client.use({
    async onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
      return request;
    },
  });
  return client;
}

/** A problem, for whoever would rather catch it. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.detail}. ${problem.advice}`);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** Everything in a list, page by page as it is needed. `readPage` puts what it is given into the query of the call. */
export async function* eachItem<Item>(
  readPage: (from: { cursor?: string }) => Promise<{ data?: Page<Item>; error?: Problem }>,
): AsyncGenerator<Item, void, undefined> {
  let from: { cursor?: string } | undefined = {};
  while (from !== undefined) {
    const { data, error } = await readPage(from);
    if (data === undefined)
      throw error === undefined ? new Error("the answer has no page in it") : new ProblemError(error);
    yield* data.items;
    from = data.nextCursor === undefined ? undefined : { cursor: data.nextCursor };
  }
}
