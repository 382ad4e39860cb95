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

export async function launch({
  program,
  environment,
  port,
  readyPath,
  cwd,
  readyWithinMs = 30_000,
}: Launch): Promise<ServerProcess> {
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
    cpuMs: () => familyCpuMs(child),
    memoryMb: () => family(child).reduce((sum, pid) => sum + memoryMbOf(pid), 0),
    async stop() {
      process.off("exit", orphan);
      child.kill();
      await ended;
    },
  };
}

/** Of a process and all that it has started, in milliseconds. */
export function familyCpuMs(child: ChildProcess): number {
  return family(child).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
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
  // Where there is a /proc it is read: asking ps takes long enough to disturb the load.
  const children = fromProc(`${pid}/task/${pid}/children`)?.trim().split(" ") ?? childrenByPs(pid);
  return [pid, ...children.filter((text) => text !== "").map(Number)];
}

function childrenByPs(pid: number): string[] {
  const pairs = ps("-A", "-o", "pid=,ppid=")
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  return pairs.flatMap(([child = "", parent]) => (Number(parent) === pid ? [child] : []));
}

/** Linux counts ticks of 10 ms; elsewhere ps knows seconds and hundredths. */
function cpuMsOf(pid: number): number {
  const fields = fromProc(`${pid}/stat`)?.split(") ")[1]?.split(" ");
  if (fields !== undefined) return (Number(fields[11]) + Number(fields[12])) * 10;
  const [, minutes = "0", seconds = "0"] = /(\d+):([\d.]+)$/.exec(ps("-o", "time=", "-p", String(pid)).trim()) ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}

export function memoryMbOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(fromProc(`${pid}/status`) ?? "")?.[1] ?? ps("-o", "rss=", "-p", String(pid));
  return Number(kilobytes) / 1024;
}

function fromProc(path: string): string | undefined {
  return existsSync(`/proc/${path}`) ? readFileSync(`/proc/${path}`, "utf8") : undefined;
}

function ps(...words: string[]): string {
  return execFileSync("ps", words, { encoding: "utf8" });
}
