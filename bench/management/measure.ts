/**
 * Times requests over kept-alive connections: one after the other, or several connections with one request at a time
 * each.
 */
import { Agent, request } from "node:http";
import type { Call } from "./calls.ts";

export const PREFIX = "/management/v1";

export interface Times {
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Measured {
  /** One request at a time. */
  readonly alone: Times;
  /** Several at a time. */
  readonly together: Times;
  /** How many things an answer held, on average; undefined where that means nothing. */
  readonly rows: number | undefined;
  readonly problem: string | undefined;
}

export interface Service {
  readonly port: number;
  /** Used in turn: a service lets each make only so many calls a minute. */
  readonly tokens: readonly string[];
}

export interface Effort {
  readonly requests: number;
  readonly connections: number;
}

/** So many requests are not counted: every connection to the database has planned each statement by then. */
const WARM_UP = 100;

export async function measureCall(service: Service, call: Call, { requests, connections }: Effort): Promise<Measured> {
  let sent = 0;
  let rows = 0;
  let problem: string | undefined;
  const send = (agent: Agent) => async (): Promise<void> => {
    const n = sent++;
    const path = `${PREFIX}${call.paths[n % call.paths.length]}`;
    const { status, body } = await get(agent, service.port, path, service.tokens[n % service.tokens.length]);
    if (status !== 200) problem ??= `${path} was answered ${status}: ${body.slice(0, 300)}`;
    rows += rowsIn(body);
  };
  const { alone, together } = await timesOf(send, { requests, connections });
  if (call.finds === "some" && rows === 0) problem ??= "found nothing";
  if (call.finds === "none" && rows > 0) problem ??= "found something";
  return { alone, together, rows: rows / sent, problem };
}

/** Without a token, and of any path. */
export async function measurePath(port: number, path: string, effort: Effort): Promise<Measured> {
  let problem: string | undefined;
  const send = (agent: Agent) => async (): Promise<void> => {
    const { status } = await get(agent, port, path);
    if (status !== 200) problem ??= `${path} was answered ${status}`;
  };
  return { ...(await timesOf(send, effort)), rows: undefined, problem };
}

async function timesOf(send: (agent: Agent) => () => Promise<void>, { requests, connections }: Effort) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const work = send(agent);
    await timed(work, WARM_UP, connections);
    return { alone: await timed(work, requests, 1), together: await timed(work, requests, connections) };
  } finally {
    agent.destroy();
  }
}

/** Runs the work so many times, so many of them at once. */
export async function timed(work: () => Promise<unknown>, requests: number, connections: number): Promise<Times> {
  const times: number[] = [];
  let begun = 0;
  const oneAfterAnother = async () => {
    while (begun++ < requests) {
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, oneAfterAnother));
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { requests: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export function get(
  agent: Agent,
  port: number,
  path: string,
  token?: string,
): Promise<{ status: number; body: string }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
      );
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** Of a list, how many it holds; a single thing is one. */
function rowsIn(body: string): number {
  const answer: { readonly items?: readonly unknown[] } = JSON.parse(body);
  return answer.items?.length ?? 1;
}
