/** Asking an address what a Signet says there, in a bounded time. */

export type Answer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly location: string | undefined;
      readonly json: unknown;
    }
  /** `code` is the system's or TLS's name for it: ECONNREFUSED, CERT_HAS_EXPIRED. */
  | { readonly kind: "failed"; readonly code: string };

const ANSWER_MS = 5_000;
const MOST_CHARACTERS = 100_000;

export async function ask(url: string, signal: AbortSignal, accept = "application/json"): Promise<Answer> {
  try {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { accept },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const text = (await response.text()).slice(0, MOST_CHARACTERS);
    return {
      kind: "answered",
      status: response.status,
      location: response.headers.get("location") ?? undefined,
      json: parsed(text),
    };
  } catch (error) {
    return { kind: "failed", code: codeOf(error) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `no answer within ${ANSWER_MS / 1_000} seconds`;
  const cause = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
}

export function member(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null
    ? Object.entries(json).find(([key]) => key === name)?.[1]
    : undefined;
}

/** The ids in a key set; undefined where it is none. */
export function keyIdsIn(json: unknown): string[] | undefined {
  const keys = member(json, "keys");
  return Array.isArray(keys) ? keys.map((key) => String(member(key, "kid"))) : undefined;
}
