/**
 * Calls to a node as clients make them: over a socket, with an end to their patience, and each noted in the history.
 */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Call, History } from "./history.ts";

/** The host that all nodes believe to be. */
export const HOST = "localhost:8080";
export const ISSUER = `http://${HOST}`;
const PATIENCE_MS = 20_000;

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export interface Where {
  readonly number: number;
  readonly port: number;
  /** One connection for one request, as behind a proxy that breaks them. */
  readonly alone?: boolean;
  /** The address it comes from; Linux has all of 127/8. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Empty where the body is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
}

const kept = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Undefined when no answer came. */
export function ask(where: Where, { method, path, headers = {}, form, json }: Asked): Promise<Answer | undefined> {
  const body =
    form !== undefined ? new URLSearchParams(form).toString() : json !== undefined ? JSON.stringify(json) : undefined;
  const type = form !== undefined ? "application/x-www-form-urlencoded" : "application/json";
  return new Promise((resolve) => {
    const sent = request({
      host: "127.0.0.1",
      port: where.port,
      method: method ?? (body === undefined ? "GET" : "POST"),
      path,
      agent: where.alone || where.from !== undefined ? false : kept,
      ...(where.from === undefined ? {} : { localAddress: where.from }),
      headers: {
        host: HOST,
        ...headers,
        ...(body === undefined ? {} : { "content-type": type, "content-length": String(Buffer.byteLength(body)) }),
      },
    });
    const tooLong = setTimeout(() => sent.destroy(), PATIENCE_MS);
    const end = (answer: Answer | undefined) => {
      clearTimeout(tooLong);
      resolve(answer);
    };
    sent.once("error", () => end(undefined));
    sent.once("close", () => end(undefined));
    sent.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.once("error", () => end(undefined));
      response.once("end", () =>
        end({ status: response.statusCode ?? 0, headers: response.headers, body: text, json: objectIn(text) }),
      );
    });
    sent.end(body);
  });
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export function textOf(answer: Answer | undefined, name: string): string {
  const value = answer?.json[name];
  return typeof value === "string" ? value : "";
}

type Facts = Omit<Call, "number" | "ended" | "began" | "what" | "node" | "status" | "retryAfter" | "requestId">;

export interface Visit {
  readonly history: History;
  readonly where: Where;
  readonly what: string;
  readonly asked: Asked;
}

/** Asks, and notes the call with what `read` makes of the answer. */
export async function visit(
  { history, where, what, asked }: Visit,
  read: (answer: Answer | undefined) => Facts | Promise<Facts>,
): Promise<Answer | undefined> {
  const began = history.now();
  const answer = await ask(where, asked);
  const ended = history.now();
  const { headers } = answer ?? {};
  const requestId = headers?.["x-request-id"];
  const error = answer !== undefined && answer.status >= 400 ? textOf(answer, "error") : "";
  history.note({
    what,
    node: where.number,
    began,
    ended,
    status: answer?.status ?? "no answer",
    ...(headers?.["retry-after"] === undefined ? {} : { retryAfter: true }),
    ...(typeof requestId === "string" ? { requestId } : {}),
    ...(error === "" ? {} : { refusal: error }),
    ...(await read(answer)),
  });
  return answer;
}

export function basic(id: string, secret: string): Record<string, string> {
  return {
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
  };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
