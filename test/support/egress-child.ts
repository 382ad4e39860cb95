/**
 * Loaded into every Signet that tests start as a process of its own (`node --import`): writes down each connection to
 * what no variable for Signet names, in a file that whoever started it reads.
 */
import { appendFileSync } from "node:fs";
import { Egress, watchThisProcess } from "./egress.ts";

const file = process.env.TEST_EGRESS_FILE;
if (file !== undefined) {
  const named = Object.entries(process.env).flatMap(([name, value]) => (/^(?:SIGNET|OTEL)_/.test(name) ? [value] : []));
  const own = `http://localhost:${process.env.SIGNET_PORT ?? "8080"}`;
  watchThisProcess(new Egress([...named, own], (target) => appendFileSync(file, `${target}\n`)));
}
