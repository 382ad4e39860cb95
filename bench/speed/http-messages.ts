/** Just enough of HTTP/1.1: requests as bytes, and the end of an answer. */
import type { Answer } from "./http-load.ts";
import type { Credentials } from "./target.ts";

/** Undefined until it is complete. */
export function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const body = bytes.subarray(end + 4);
  const length = headerOf(head, "content-length");
  if (length !== undefined) return body.length < Number(length) ? undefined : { status, head, body };
  if (status === 204 || status === 304) return { status, head, body };
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? { status, head, body } : undefined;
}

const LAST_CHUNK = Buffer.from("0\r\n\r\n");

export function headerOf(head: string, name: string): string | undefined {
  const start = head.toLowerCase().indexOf(`\r\n${name}: `);
  if (start < 0) return undefined;
  const from = start + name.length + 4;
  const end = head.indexOf("\r\n", from);
  return head.slice(from, end < 0 ? undefined : end);
}

/** `name=value` of each cookie that is set. */
export function cookiesSetBy(head: string): string[] {
  return [...head.matchAll(/\r\nset-cookie: ([^;\r]+)/gi)].map(([, pair = ""]) => pair);
}

/** A member of a JSON answer that is a text, without parsing the rest. */
export function fieldOf({ body }: Answer, name: string): string | undefined {
  return new RegExp(`"${name}":"([^"]+)"`).exec(body.toString("latin1"))?.[1];
}

export interface RequestParts {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** The host that every server under load believes to be. */
export const HOST = "localhost:8080";

/** A request as bytes, made once and sent many times. */
export function toRequest({ method, path, headers = {}, form }: RequestParts): Buffer {
  const body = form === undefined ? "" : new URLSearchParams(form).toString();
  const lines = [
    `${method ?? (form === undefined ? "GET" : "POST")} ${path} HTTP/1.1`,
    `Host: ${HOST}`,
    "Accept: */*",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(form === undefined
      ? []
      : ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

export function basic({ id, secret }: Credentials): Record<string, string> {
  return {
    Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
  };
}
