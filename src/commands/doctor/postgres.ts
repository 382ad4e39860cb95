/** A PostgreSQL server: what of its settings Signet stands on, and how many connections are left. */
import { sql } from "kysely";
import type { Config } from "../../config.ts";
import { DEFAULT_CONNECTIONS } from "../../storage/postgres/postgres.ts";
import type { Database } from "./database.ts";
import { type Finding, ok, problem, sizeOf, warning } from "./finding.ts";

interface ServerState {
  readonly version: string;
  readonly versionNumber: number;
  readonly size: number;
  readonly isStandby: boolean;
  readonly readOnly: string;
  readonly mayCreate: boolean | null;
  readonly synchronousCommit: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly connections: number;
  readonly reserved: number;
  readonly taken: number;
  readonly isLocal: boolean;
  readonly tls: boolean | null;
}

/** The oldest that the PostgreSQL project still mends. */
const OLDEST_SUPPORTED = 14;
const FULL = 0.9;

export async function postgresFindings({ storage: { db } }: Database, config: Config): Promise<Finding[]> {
  const { rows } = await sql<ServerState>`SELECT
    current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS "versionNumber",
    pg_database_size(current_database()) AS size,
    pg_is_in_recovery() AS "isStandby",
    current_setting('default_transaction_read_only') AS "readOnly",
    has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate",
    current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS "fullPageWrites",
    current_setting('max_connections')::int AS connections,
    current_setting('superuser_reserved_connections')::int AS reserved,
    (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL)::int AS taken,
    coalesce(inet_client_addr() = inet_server_addr() OR inet_client_addr() <<= inet '127.0.0.0/8', true) AS "isLocal",
    (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS tls`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error("PostgreSQL said nothing about itself");
  return [
    serverFinding(state),
    ...writableFindings(state),
    durabilityFinding(state),
    connectionFinding(state, config),
    tlsFinding(state),
  ];
}

function serverFinding({ version, versionNumber, size }: ServerState): Finding {
  const seen = `PostgreSQL ${version.split(" ")[0]}, ${sizeOf(size)}.`;
  if (versionNumber / 10_000 >= OLDEST_SUPPORTED) return ok("database", seen);
  return warning("database", seen, "This version gets no corrections any more. Upgrade PostgreSQL.");
}

function writableFindings({ isStandby, readOnly, mayCreate }: ServerState): Finding[] {
  const findings: Finding[] = [];
  if (isStandby)
    findings.push(
      problem(
        "writable",
        "This server is a standby, which only reads.",
        "Point SIGNET_DATABASE_URL to the primary, or name every server in it: postgres://…@ONE,TWO/…",
      ),
    );
  if (readOnly === "on") {
    findings.push(
      problem(
        "writable",
        "default_transaction_read_only is on for this user or database.",
        "Turn it off: ALTER ROLE … RESET default_transaction_read_only.",
      ),
    );
  }
  if (mayCreate !== true) {
    findings.push(
      warning(
        "writable",
        "This user may not create tables here.",
        "Serving goes on; the next migration needs GRANT CREATE ON SCHEMA for it.",
      ),
    );
  }
  return findings.length > 0 ? findings : [ok("writable", "It takes changes, and this user may create tables.")];
}

function durabilityFinding({ synchronousCommit, fsync, fullPageWrites }: ServerState): Finding {
  const seen = `synchronous_commit ${synchronousCommit}, fsync ${fsync}, full_page_writes ${fullPageWrites}.`;
  if (synchronousCommit === "off") {
    return problem(
      "durability",
      seen,
      "What Signet has answered can be lost in a crash, a revocation too. Turn synchronous_commit on.",
    );
  }
  if (fsync === "off" || fullPageWrites === "off") {
    return warning("durability", seen, "A power cut can destroy the database. Turn both on, unless this is a test.");
  }
  return ok("durability", seen);
}

function connectionFinding({ connections, reserved, taken }: ServerState, { workers }: Config): Finding {
  const usable = connections - reserved;
  const wanted = workers * DEFAULT_CONNECTIONS;
  const seen = `${taken} of ${usable} connections are taken; this node may take up to ${wanted}.`;
  const advice = `max_connections must allow for nodes × SIGNET_WORKERS × ${DEFAULT_CONNECTIONS}, and a few more.`;
  return taken > usable * FULL || wanted > usable ? warning("connections", seen, advice) : ok("connections", seen);
}

function tlsFinding({ isLocal, tls }: ServerState): Finding {
  if (tls === true) return ok("database_tls", "The connection is encrypted.");
  if (isLocal) return ok("database_tls", "The database is on this machine; the connection is not encrypted.");
  return warning(
    "database_tls",
    "The connection goes over a network and is not encrypted.",
    "Add ?sslmode=verify-full to SIGNET_DATABASE_URL.",
  );
}
