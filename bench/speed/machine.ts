/** The machine that numbers belong to, in words that say nothing else about it. */
import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";
import type { Machine } from "./tables.ts";

export function thisMachine(): Machine {
  return {
    processor: `${cpus()[0]?.model.trim() || "unknown"} (${arch()})`,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: platform(),
    node: process.version,
  };
}

export function inWords({ processor, cores, memoryGb, system, node }: Machine): string {
  return `${cores} cores, ${processor}, ${memoryGb} GB, ${system}, Node ${node}`;
}
