/**
 * The logger of a request, which adds its id to every line. Most requests log nothing, and making a logger costs as
 * much as reading a ticket, so it is made when there is something to log.
 */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";

type Words = [first: unknown, ...rest: unknown[]];

export function logRequestsLazily(app: FastifyInstance): void {
  app.setChildLoggerFactory((parent, bindings) => new RequestLogger(parent, bindings));
}

class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #own: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#parent.level;
  }

  #make(): FastifyBaseLogger {
    this.#own ??= this.#parent.child(this.#bindings);
    return this.#own;
  }

  #write(level: "fatal" | "error" | "warn" | "info" | "debug" | "trace", [first, ...rest]: Words): void {
    if (isOn(this.#parent, level)) this.#make()[level](first, ...(rest as string[]));
  }

  fatal(...words: Words): void {
    this.#write("fatal", words);
  }
  error(...words: Words): void {
    this.#write("error", words);
  }
  warn(...words: Words): void {
    this.#write("warn", words);
  }
  info(...words: Words): void {
    this.#write("info", words);
  }
  debug(...words: Words): void {
    this.#write("debug", words);
  }
  trace(...words: Words): void {
    this.#write("trace", words);
  }
  silent(): void {}

  child(bindings: Record<string, unknown>): FastifyBaseLogger {
    return this.#make().child(bindings);
  }
}

function isOn(logger: FastifyBaseLogger, level: string): boolean {
  return (
    !("isLevelEnabled" in logger && typeof logger.isLevelEnabled === "function") ||
    logger.isLevelEnabled(level) === true
  );
}
