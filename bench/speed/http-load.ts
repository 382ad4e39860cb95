/**
 * Load over real sockets, cheap enough that the server is what is measured: kept-alive connections, each with one
 * request at a time, and just enough of HTTP to find the end of an answer.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readAnswer } from "./http-messages.ts";
import { percentile } from "./statistics.ts";

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** The status line and the headers. */
  readonly head: string;
}

/**
 * What came of an answer: the work is done (undefined), it was a step of a longer work, or the server was busy and
 * asked to come back later.
 */
export type Outcome = undefined | "continues" | { readonly refusedForMs: number };

/** One connection's way through the work: what it sends next may depend on what it got before. */
export interface Visitor {
  request(): Buffer;
  // biome-ignore lint/suspicious/noConfusingVoidType: most visitors have nothing to say about an answer.
  answered?(answer: Answer): Outcome | void;
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly warmupMs: number;
  readonly durationMs: number;
  readonly visitor: (connection: number) => Visitor;
  /**
   * Each connection from an address of its own, as if many people were there. Linux has all of 127/8; elsewhere it is
   * one.
   */
  readonly manyAddresses?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  /** What the first error said. */
  readonly firstError: string | undefined;
  /** How often the server was too busy and said so. */
  readonly refused: number;
  readonly seconds: number;
  /** One request and its answer, to measure what they cost without the work between them. */
  readonly sample: Sample | undefined;
}

export interface Sample {
  readonly request: Buffer;
  readonly answer: Answer;
}

export interface Meter {
  /** Called when the warm-up is over and at the end. */
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

export async function loadServer(load: Load, meter?: Meter): Promise<LoadResult> {
  const run: Run = {
    load,
    latencies: [],
    errors: 0,
    refused: 0,
    counting: false,
    stop: new AbortController(),
    sockets: [],
  };
  try {
    return await follow(run, meter);
  } finally {
    run.stop.abort();
    for (const socket of run.sockets) socket.destroy();
  }
}

async function follow(run: Run, meter: Meter | undefined): Promise<LoadResult> {
  const { load } = run;
  const connections = Array.from({ length: load.connections }, (_, i) => openConnection(run, i));
  // A connection that breaks must be told at once, not after the time is up.
  const broken = Promise.all(connections);
  await Promise.race([sleep(load.warmupMs), broken]);
  await meter?.begin();
  run.counting = true;
  const began = performance.now();
  await Promise.race([sleep(load.durationMs), broken]);
  run.counting = false;
  const seconds = (performance.now() - began) / 1000;
  await meter?.end();
  run.stop.abort();
  await broken;
  const sorted = Float64Array.from(run.latencies).sort();
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    errors: run.errors,
    firstError: run.firstError,
    refused: run.refused,
    seconds,
    sample: run.sample,
  };
}

interface Run {
  readonly load: Load;
  readonly latencies: number[];
  errors: number;
  firstError?: string;
  refused: number;
  sample?: Sample;
  counting: boolean;
  readonly stop: AbortController;
  readonly sockets: Socket[];
}

/** Resolves when the connection has its last answer. */
function openConnection(run: Run, index: number): Promise<void> {
  const visitor = run.load.visitor(index);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      host: "127.0.0.1",
      port: run.load.port,
      noDelay: true,
      ...addressOf(run.load, index),
    });
    run.sockets.push(socket);
    let held: Buffer = Buffer.alloc(0);
    let sent: Buffer = held;
    let began: number | undefined;
    const { signal } = run.stop;
    const send = () => {
      if (signal.aborted && began === undefined) {
        socket.end();
        resolve();
        return;
      }
      began ??= performance.now();
      sent = visitor.request();
      socket.write(sent);
    };
    const attempt = (step: () => void) => {
      try {
        step();
      } catch (error) {
        reject(error);
      }
    };
    socket.once("connect", () => attempt(send));
    socket.once("error", reject);
    socket.once("close", () => (signal.aborted ? resolve() : reject(new Error("the server closed the connection"))));
    const take = (answer: Answer) => {
      const outcome = visitor.answered?.(answer);
      if (outcome === "continues" && answer.status < 400) return send();
      if (typeof outcome === "object") {
        run.refused++;
        began = undefined;
        sleep(outcome.refusedForMs, undefined, { signal }).then(send, send).catch(reject);
        return;
      }
      note(run, answer, performance.now() - (began ?? 0));
      if (index === 0) run.sample = { request: sent, answer };
      began = undefined;
      send();
    };
    socket.on("data", (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const answer = readAnswer(held);
      if (answer === undefined) return;
      held = Buffer.alloc(0);
      attempt(() => take(answer));
    });
  });
}

function note(run: Run, answer: Answer, milliseconds: number): void {
  if (run.counting) run.latencies.push(milliseconds);
  if (answer.status < 400) return;
  run.errors++;
  run.firstError ??= `${answer.status} ${answer.body.toString("utf8").slice(0, 300)}`;
}

function addressOf({ manyAddresses }: Load, index: number): { localAddress?: string } {
  if (!manyAddresses || process.platform !== "linux") return {};
  return { localAddress: `127.0.${1 + (index >> 8)}.${1 + (index & 255)}` };
}
