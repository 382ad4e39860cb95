/** Servers as processes of their own: started, waited for, weighed, stopped; none outlives the run. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export interface ServerProcess {
  readonly port: number;
  /** Of the process and all it has started, in milliseconds. */
  cpuMs(): number;
  /** Resident memory of the process and all it has started, in megabytes. */
  memoryMb(): number;
  /** From spawning to the first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export interface Launch {
  readonly program: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly readyPath: string;
  readonly cwd?: string;
  /** Filling a large database takes its time. */
  readonly readyWithinMs?: number;
}

export async function launch({ program, environment, port, readyPath, cwd, readyWithinMs = 30_000 }: Launch): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, [...program], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const orphan = () => child.kill("SIGKILL");
  process.once("exit", orphan);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk).slice(-4_000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (!(await answers(port, readyPath))) {
    if (child.exitCode !== null || performance.now() - began > readyWithinMs)
      throw new Error(`${program.join(" ")} did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const startMs = performance.now() - began;
  return {
    port,
    startMs,
    cpuMs: () => family(child).reduce((sum, pid) => sum + cpuMsOf(pid), 0),
    memoryMb: () => family(child).reduce((sum, pid) => sum + memoryMbOf(pid), 0),
    async stop() {
      process.off("exit", orphan);
      child.kill();
      await ended;
    },
  };
}

function answers(port: number, path: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The process and its children: workers of a cluster are processes too. */
function family({ pid }: ChildProcess): number[] {
  if (pid === undefined) return [];
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const children = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child ? [child] : []));
  return [pid, ...children];
}

/** Linux counts ticks of 10 ms; elsewhere ps knows seconds and hundredths. */
function cpuMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return psTime(pid);
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function psTime(pid: number): number {
  const [, minutes = "0", seconds = "0"] =
    /(\d+):([\d.]+)$/.exec(execFileSync("ps", ["-o", "time=", "-p", String(pid)], { encoding: "utf8" }).trim()) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}

function memoryMbOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
