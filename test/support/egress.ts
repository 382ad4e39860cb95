/**
 * Writes down where this process connects to. A test node connects to its database and its mail server, as they were
 * configured, and to nothing else, whatever a test does with it; and nothing in a test leaves this machine.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Socket as DatagramSocket } from "node:dgram";
import { isIP, Socket } from "node:net";
import { serversOf } from "../../src/storage/postgres/address.ts";

/** `host:port`, the path of a socket, or `a datagram`. */
export type Target = string;

const listeners = new Set<(target: Target) => void>();
const working = new AsyncLocalStorage<Egress>();
const configured = new Set<Target>();
let wholeProcess: Egress | undefined;

// Everything that speaks TCP comes through here, TLS and fetch too.
const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...to: Parameters<Socket["connect"]>) {
  tell(describe(to));
  return Reflect.apply(connect, this, to);
} as Socket["connect"];
const { send } = DatagramSocket.prototype;
DatagramSocket.prototype.send = function (this: DatagramSocket, ...to: Parameters<DatagramSocket["send"]>) {
  tell("a datagram");
  return Reflect.apply(send, this, to);
} as DatagramSocket["send"];

function tell(target: Target): void {
  for (const listener of listeners) listener(target);
  const egress = working.getStore() ?? wholeProcess;
  if (egress !== undefined) egress.connecting(target);
  else if (!isHere(target) && ![...configured].some((one) => isTheSame(one, target))) elsewhere.push(target);
}

/** For a process that is one node and nothing else. */
export function watchThisProcess(egress: Egress): void {
  wholeProcess = egress;
}

/** Where something that is no node connected to, if it was not on this machine. */
export const elsewhere: Target[] = [];

/** The connections of one node: those that are made while it starts, answers, or works in the background. */
export class Egress {
  readonly #allowed: readonly Target[];
  readonly #report: (target: Target) => void;
  /** Those that nobody configured. */
  readonly unexpected: Target[] = [];

  /** As `SIGNET_DATABASE_URL` and the like name them. */
  constructor(urls: readonly (string | undefined)[], report?: (target: Target) => void) {
    this.#report = report ?? ((target) => void this.unexpected.push(target));
    this.#allowed = urls.flatMap((url) => (url === undefined ? [] : targetsOf(url)));
    for (const target of this.#allowed) configured.add(target);
  }

  run<T>(work: () => T): T {
    return working.run(this, work);
  }

  connecting(target: Target): void {
    if (!this.#allowed.some((one) => isTheSame(one, target))) this.#report(target);
  }
}

const usualPorts: Readonly<Record<string, number>> = {
  "postgres:": 5432,
  "postgresql:": 5432,
  "smtp:": 25,
  "smtps:": 465,
  "http:": 80,
  "https:": 443,
};

/** None for what is no place in a network; several where an address of PostgreSQL names several servers. */
export function targetsOf(url: string): Target[] {
  const servers = serversOf(url);
  return (servers.length === 0 ? [url] : servers).flatMap(targetOf);
}

function targetOf(url: string): Target[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, port } = new URL(url);
  return hostname === "" ? [] : [`${hostname.replaceAll(/[[\]]/g, "")}:${port || (usualPorts[protocol] ?? "")}`];
}

/** A name may have been looked up before; then its address is in its place. */
function isTheSame(allowed: Target, target: Target): boolean {
  const [host, port] = split(allowed);
  const [otherHost, otherPort] = split(target);
  return port === otherPort && (host === otherHost || (isIP(host) === 0 && isIP(otherHost) !== 0));
}

function isHere(target: Target): boolean {
  const [host] = split(target);
  return target.startsWith("/") || /^(?:127\.\d+\.\d+\.\d+|::1|localhost|undefined|null|)$/.test(host);
}

function split(target: Target): [host: string, port: string] {
  const colon = target.lastIndexOf(":");
  return [target.slice(0, colon), target.slice(colon + 1)];
}

/** What this process connects to while something else is done. */
export async function connectionsDuring(work: () => Promise<unknown>): Promise<Target[]> {
  const seen: Target[] = [];
  const listener = (target: Target) => void seen.push(target);
  listeners.add(listener);
  try {
    await work();
    // What was begun without being waited for.
    await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    listeners.delete(listener);
  }
  return seen;
}

function describe(to: readonly unknown[]): Target {
  const [first, second] = to.flat();
  if (typeof first !== "object" || first === null)
    return /^\d+$/.test(String(first))
      ? `${typeof second === "string" ? second : "localhost"}:${first}`
      : String(first);
  const { host, port, path } = { host: undefined, port: undefined, path: undefined, ...first };
  return path ?? `${host ?? "localhost"}:${port}`;
}
