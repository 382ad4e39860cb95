/**
 * Structured logs. Nothing of a request but its method, route and outcome is logged: addresses carry codes and tokens
 * in their query, headers carry credentials. An unexpected error leaves its kind and the place in our code, never its
 * text (which may quote the input, or SQL) and never its stack.
 */
import { type DestinationStream, type Logger, pino } from "pino";
import { SignetError } from "../errors/signet-error.ts";
import { StartError } from "../errors/start-error.ts";
import { DatabaseUnavailable } from "../storage/errors.ts";

export interface LoggedError {
  readonly kind: string;
  readonly code?: string;
  readonly message?: string;
  readonly where?: string;
  readonly cause?: LoggedError;
}

/** `to` is where lines go; standard output when not given. */
export function createLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ["*.password", "*.secret", "*.token", "*.authorization", "*.cookie", "*.headers"], remove: true },
    // What Fastify would log of a request, an answer or an error by itself.
    serializers: { req: () => ({}), res: () => ({}), err: describeError },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

/** The folder that holds our code, as it stands in a stack: src/ in a clone, dist/ in the published package. */
const OUR_CODE = new URL("..", import.meta.url).href;

export function describeError(error: unknown): LoggedError {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): LoggedError {
  if (!(error instanceof Error)) return { kind: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const where = placeInOurCode(error.stack ?? "");
  return {
    kind: error.name,
    ...(code === undefined ? {} : { code }),
    ...(isOurWording(error) ? { message: error.message } : {}),
    ...(where === undefined ? {} : { where }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: describe(error.cause, depth + 1) }),
  };
}

function placeInOurCode(stack: string): string | undefined {
  const frame = stack.split("\n").find((line) => line.includes(OUR_CODE)) ?? "";
  return /^[\w/.-]+:\d+/.exec(frame.slice(frame.indexOf(OUR_CODE) + OUR_CODE.length))?.[0];
}

function isOurWording(error: Error): boolean {
  return error instanceof SignetError || error instanceof StartError || error instanceof DatabaseUnavailable;
}
