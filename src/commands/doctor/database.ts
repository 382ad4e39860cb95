/** Whether the database answers, and whether its schema is one this program can serve on. */
import type { Config } from "../../config.ts";
import { DatabaseUnavailable, SchemaMismatch } from "../../storage/errors.ts";
import { current } from "../../storage/migrate.ts";
import { open, type Storage, wouldBeMade } from "../../storage/storage.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

export interface Database {
  readonly storage: Storage;
  /** Of the schema; undefined where this program cannot read it. */
  readonly version: number | undefined;
  readonly schema: Finding;
}

export type Opened = { readonly database: Database; readonly findings: Finding[] } | { readonly findings: Finding[] };

export async function openDatabase({ databaseUrl }: Config): Promise<Opened> {
  if (wouldBeMade(databaseUrl)) {
    return {
      findings: [
        warning(
          "database",
          "There is no database file yet.",
          "The first `signet serve` makes it. Is this the folder it is started in?",
        ),
      ],
    };
  }
  try {
    const storage = await open(databaseUrl, { readOnly: true, connections: 2 });
    return { database: { storage, ...(await readSchema(storage)) }, findings: [] };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { findings: [unreachable(error)] };
    throw error;
  }
}

async function readSchema(storage: Storage): Promise<Pick<Database, "version" | "schema">> {
  try {
    const version = await storage.schemaVersion();
    return { version, schema: schemaFinding(version) };
  } catch (error) {
    return { version: undefined, schema: error instanceof SchemaMismatch ? tooNew : unreadable };
  }
}

/** What PostgreSQL or the system says, as a code: its text may repeat what is in the address. */
const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there. Start PostgreSQL, or correct host and port in SIGNET_DATABASE_URL.",
  ENOTFOUND: "There is no such host. Correct SIGNET_DATABASE_URL, or the name service of this machine.",
  "28P01": "The password is wrong. Correct SIGNET_DATABASE_URL.",
  "28000":
    "This user may not log in from here. Look at pg_hba.conf of the server and at the user in SIGNET_DATABASE_URL.",
  "3D000": "There is no such database. Make it with createdb, or correct its name in SIGNET_DATABASE_URL.",
  "53300": "All connections are taken. Raise max_connections, or use fewer nodes, workers or other clients.",
};

function unreachable(error: DatabaseUnavailable): Finding {
  const code = error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : undefined;
  const seen = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}${code === undefined ? "" : ` (${code})`}.`;
  return problem(
    "database",
    seen,
    advice[code ?? ""] ?? "Check SIGNET_DATABASE_URL, and that this user may reach and read it.",
  );
}

const tooNew = problem(
  "schema",
  "A newer Signet has changed the schema so that this one cannot use it.",
  "Run the newer Signet, or restore a backup from before the upgrade.",
);
const unreadable = problem(
  "schema",
  "The list of tables cannot be read.",
  "The database is damaged, or this user may not read it.",
);

function schemaFinding(version: number): Finding {
  const first = "The first `signet serve` makes the tables. Is this the right database?";
  if (version === 0) return warning("schema", "The database is empty.", first);
  if (version < current) {
    const pending = `Version ${version}; this program has ${current - version} more ${current - version === 1 ? "migration" : "migrations"}.`;
    return warning("schema", pending, "`signet migrate` applies them, and so does the next start. Back up first.");
  }
  if (version > current) {
    const newer = `Version ${version}, made by a newer Signet; this one knows ${current} and can still use it.`;
    return warning("schema", newer, "Finish the upgrade: replace this program, too.");
  }
  return ok("schema", `Version ${version}, as this program makes it.`);
}
