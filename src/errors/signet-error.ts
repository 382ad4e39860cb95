import { type ErrorCode, type ErrorEntry, registry } from "./registry.ts";

export interface FieldProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/**
 * A failure somebody planned for. `message` is public: it may be shown to whoever made the request, so it never
 * holds a secret. What only operators should see goes into `cause`.
 */
export class SignetError extends Error {
  readonly code: ErrorCode;
  /** The field of the input that was wrong, where there is one. */
  readonly field: string | undefined;

  /** Everything that was wrong, where there may be several things. */
  readonly problems: readonly FieldProblem[];

  /** When it may be tried again, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; field?: string; problems?: readonly FieldProblem[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "SignetError";
    this.code = code;
    this.field = options.field ?? options.problems?.[0]?.field;
    this.problems = options.problems ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get entry(): ErrorEntry {
    return registry[this.code];
  }
}
