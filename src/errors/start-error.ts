/** A reason not to start, or not to run a command: one message that says what is wrong and what to do. */
export class StartError extends Error {
  readonly kind: "configuration" | "environment";

  constructor(kind: "configuration" | "environment", message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StartError";
    this.kind = kind;
  }
}
