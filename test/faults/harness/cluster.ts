/**
 * Signet nodes as processes of their own, as an operator starts them: killed, stopped, started again, and watched for
 * ending by themselves.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryMbOf } from "../../../bench/speed/processes.ts";
import { freePort } from "../../support/postgres-server.ts";
import type { Exit, History } from "./history.ts";
import { ask, type Where } from "./http.ts";

const program = join(import.meta.dirname, "../../../bin/signet.js");
const START_MS = 60_000;
const LINES_KEPT = 200;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ms: number;
}

export class SignetNode implements Where {
  readonly number: number;
  readonly port: number;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #ended: (exit: Omit<Exit, "at">) => void;
  #child: ChildProcess | undefined;
  #toldToEnd = false;
  /** What it last logged. */
  readonly lines: string[] = [];

  constructor(input: {
    number: number;
    port: number;
    environment: Readonly<Record<string, string>>;
    folder: string;
    ended: (exit: Omit<Exit, "at">) => void;
  }) {
    this.number = input.number;
    this.port = input.port;
    this.#environment = input.environment;
    this.#folder = input.folder;
    this.#ended = input.ended;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  memoryMb(): number {
    return this.isRunning ? memoryMbOf(this.pid) : 0;
  }

  /** Comes back when it is ready; nothing happens to one that runs. */
  async start(): Promise<void> {
    if (!this.isRunning) this.#spawn();
    const giveUpAt = performance.now() + START_MS;
    while ((await ask(this, { path: "/readyz" }))?.status !== 200) {
      if (!this.isRunning || performance.now() > giveUpAt) {
        throw new Error(`node ${this.number} did not become ready:\n${this.lines.slice(-20).join("\n")}`);
      }
      await sleep(25);
    }
  }

  #spawn(): void {
    this.#toldToEnd = false;
    const child = spawn(process.execPath, [program, "serve"], {
      cwd: this.#folder,
      env: { PATH: process.env.PATH, ...this.#environment, SIGNET_PORT: String(this.port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const orphan = () => child.kill("SIGKILL");
    process.once("exit", orphan);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        this.lines.push(...chunk.toString("utf8").trimEnd().split("\n"));
        this.lines.splice(0, this.lines.length - LINES_KEPT);
      });
    }
    child.once("exit", (code, signal) => {
      process.off("exit", orphan);
      if (!this.#toldToEnd) this.#ended({ node: this.number, code, signal });
    });
  }

  /** As when the machine is gone: nothing is finished, nobody is told. */
  kill(): Promise<Ending> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<Ending> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<Ending> {
    const child = this.#child;
    const began = performance.now();
    if (child === undefined || !this.isRunning) return { code: null, signal: null, ms: 0 };
    this.#toldToEnd = true;
    const gone = new Promise<Ending>((resolve) =>
      child.once("exit", (code, by) => resolve({ code, signal: by, ms: performance.now() - began })),
    );
    child.kill(signal);
    return gone;
  }
}

export class Cluster {
  readonly nodes: readonly SignetNode[];
  /** Whose history gets the processes that end by themselves. */
  history: History | undefined;

  private constructor(folder: string, ports: readonly number[], environment: Readonly<Record<string, string>>) {
    const ended = (exit: Omit<Exit, "at">) => this.history?.exits.push({ ...exit, at: this.history.now() });
    this.nodes = ports.map((port, index) => new SignetNode({ number: index + 1, port, environment, folder, ended }));
  }

  static async open(input: {
    count: number;
    folder: string;
    environment: Readonly<Record<string, string>>;
  }): Promise<Cluster> {
    const ports = await Promise.all(Array.from({ length: input.count }, () => freePort()));
    return new Cluster(input.folder, ports, input.environment);
  }

  /** The first one alone, because it sets the instance up; then whoever is missing. */
  async start(): Promise<void> {
    if (!this.nodes.some((node) => node.isRunning)) await this.nodes[0]?.start();
    await Promise.all(this.nodes.map((node) => node.start()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  node(number: number): SignetNode {
    const node = this.nodes[(number - 1) % this.nodes.length];
    if (node === undefined) throw new Error("there is no node");
    return node;
  }

  /** Any of them; not the one that just failed, if there is another. */
  any(but?: Where): SignetNode {
    const others = this.nodes.filter(({ number }) => number !== but?.number);
    const choice = others.length === 0 ? this.nodes : others;
    const node = choice[Math.floor(Math.random() * choice.length)];
    if (node === undefined) throw new Error("there is no node");
    return node;
  }

  /** The one whose turn it is after this one. */
  next({ number }: Where): SignetNode {
    return this.node(number + 1);
  }

  /** What the nodes last logged, without what they print for people. */
  tail(): string {
    const logged = this.nodes.map(({ number, lines }) => ({
      number,
      lines: lines.filter((line) => line.startsWith("{")).slice(-15),
    }));
    return logged
      .map(({ number, lines }) => [`  node ${number}:`, ...lines.map((line) => `    ${line}`)].join("\n"))
      .join("\n");
  }
}
