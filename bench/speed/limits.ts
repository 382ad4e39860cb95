/** What bounds a request, whoever serves it: HTTP, cryptography and the database, each measured without the others. */
import { join } from "node:path";
import { freePort } from "../../test/support/postgres-server.ts";
import type { EngineName, Place } from "./databases.ts";
import { loadServer, type Sample } from "./http-load.ts";
import { headerOf } from "./http-messages.ts";
import type { Moment } from "./measure.ts";
import { launch, type ServerProcess } from "./processes.ts";
import type { Records } from "./record.ts";
import { replayOnPostgres } from "./replay-postgres.ts";
import { type Replay, replayOnSqlite } from "./replay-sqlite.ts";
import { checksPerSecond, signaturesPerSecond } from "./signature-limit.ts";
import { ROOT } from "./systems.ts";
import type { Algorithm } from "./target.ts";
import { CONNECTIONS, type Work } from "./works.ts";

export async function startHttpLimit(): Promise<ServerProcess> {
  const port = await freePort();
  const program = [join(ROOT, "bench/speed/http-limit-server.ts")];
  return launch({ program, environment: { BENCH_PORT: String(port) }, port, readyPath: "/oauth/v2/keys" });
}

/** The same request, answered by a constant that is as long as Signet's answer. */
export async function httpPerSecond(
  server: ServerProcess,
  { request, answer }: Sample,
  moment: Moment,
): Promise<number> {
  const constant = {
    status: answer.status,
    type: headerOf(answer.head, "content-type") ?? "text/plain",
    body: answer.body.toString("utf8"),
  };
  await fetch(`http://127.0.0.1:${server.port}/bench/answer`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(constant),
  });
  const visitor = () => ({ request: () => request });
  const { perSecond, errors, firstError } = await loadServer({
    port: server.port,
    connections: CONNECTIONS,
    visitor,
    ...moment,
  });
  if (errors > 0) throw new Error(`the constant answer failed: ${firstError}`);
  return perSecond;
}

/** Infinity where nothing is signed and nothing is checked. */
export async function cryptographyPerSecond(work: Work, algorithm: Algorithm, milliseconds: number): Promise<number> {
  let seconds = work.signatures === 0 ? 0 : work.signatures / (await signaturesPerSecond(algorithm, milliseconds));
  for (const check of work.checks ?? [])
    seconds += 1 / (await checksPerSecond(check === "same" ? algorithm : check, milliseconds / 2));
  return 1 / seconds;
}

export async function openReplay(
  place: Place,
  engine: EngineName,
  records: Records,
  work: Work,
): Promise<Replay | undefined> {
  const recording = records.of.get(work.name);
  // What asks nothing of the database is not bounded by it.
  if (recording === undefined || recording.statements.length < recording.requests) return undefined;
  if (engine === "sqlite")
    return replayOnSqlite(join(place.folder, `${records.template}.db`), recording, records.opening);
  const connections = await place.askPostgres(
    "SELECT greatest(1, max(n)) FROM (SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'signet' GROUP BY datname) AS of_each",
  );
  return replayOnPostgres({ serverUrl: await place.postgresUrl(), template: records.template, recording, connections });
}

/** They share the cores, so their times add up. */
export function boundOf(perSecond: readonly number[]): number {
  return 1 / perSecond.reduce((sum, limit) => sum + 1 / limit, 0);
}
