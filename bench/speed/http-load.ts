/**
 * Load over real sockets, cheap enough that the server is what is measured: kept-alive connections, each with one request at
 * a time, and just enough of HTTP to find the end of an answer.
 */
import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** The status line and the headers. */
  readonly head: string;
}

/** One connection's way through the work: what it sends next may depend on what it got before. */
export interface Visitor {
  request(): Buffer;
  answered?(answer: Answer): void;
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly warmupMs: number;
  readonly durationMs: number;
  readonly visitor: (connection: number) => Visitor;
  /** What counts as an error; 2xx and 3xx do not. */
  readonly isError?: (answer: Answer) => boolean;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  /** What the first error said. */
  readonly firstError: string | undefined;
  readonly seconds: number;
}

export interface Meter {
  /** Called when the warm-up is over and at the end. */
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

export async function loadServer(load: Load, meter?: Meter): Promise<LoadResult> {
  const run: Run = { latencies: [], errors: 0, firstError: undefined, counting: false, stopping: false, load };
  const connections = Array.from({ length: load.connections }, (_, i) => openConnection(run, load.visitor(i)));
  await sleep(load.warmupMs);
  await meter?.begin();
  run.counting = true;
  const began = performance.now();
  await sleep(load.durationMs);
  run.counting = false;
  const seconds = (performance.now() - began) / 1000;
  await meter?.end();
  run.stopping = true;
  await Promise.all(connections);
  const sorted = Float64Array.from(run.latencies).sort();
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    errors: run.errors,
    firstError: run.firstError,
    seconds,
  };
}

interface Run {
  readonly latencies: number[];
  errors: number;
  firstError: string | undefined;
  counting: boolean;
  stopping: boolean;
  readonly load: Load;
}

/** Resolves when the connection has its last answer. */
function openConnection(run: Run, visitor: Visitor): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: "127.0.0.1", port: run.load.port, noDelay: true });
    let held: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      if (run.stopping) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(visitor.request());
    };
    socket.once("connect", send);
    socket.once("error", reject);
    socket.once("close", () => (run.stopping ? resolve() : reject(new Error("the server closed the connection"))));
    socket.on("data", (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const answer = readAnswer(held);
      if (answer === undefined) return;
      held = Buffer.alloc(0);
      if (run.counting) run.latencies.push(performance.now() - sentAt);
      note(run, answer);
      visitor.answered?.(answer);
      send();
    });
  });
}

function note(run: Run, answer: Answer): void {
  const failed = run.load.isError?.(answer) ?? answer.status >= 400;
  if (!failed) return;
  run.errors++;
  run.firstError ??= `${answer.status} ${answer.body.toString("utf8").slice(0, 300)}`;
}

/** Undefined until it is complete. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) {
    if (status === 204 || status === 304) return { status, head, body: bytes.subarray(end + 4) };
    return bytes.subarray(-5).equals(LAST_CHUNK) ? { status, head, body: bytes.subarray(end + 4) } : undefined;
  }
  const body = bytes.subarray(end + 4);
  return body.length < Number(length) ? undefined : { status, head, body };
}

const LAST_CHUNK = Buffer.from("0\r\n\r\n");

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export interface RequestParts {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** A request as bytes, made once and sent many times. */
export function toRequest({ method, path, headers = {}, form }: RequestParts): Buffer {
  const body = form === undefined ? "" : new URLSearchParams(form).toString();
  const lines = [
    `${method ?? (form === undefined ? "GET" : "POST")} ${path} HTTP/1.1`,
    "Host: localhost:8080",
    "Accept: */*",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(form === undefined ? [] : ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
