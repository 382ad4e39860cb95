/** Records the statements that a function of the code really issues, runs each with EXPLAIN, and judges the plan. */
import {
  CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  PostgresQueryCompiler,
  type RootOperationNode,
  SqliteQueryCompiler,
} from "kysely";
import type pg from "pg";
import type { Database, Transaction } from "../../src/storage/database.ts";
import type { Schema } from "../../src/storage/schema/schema.ts";

export type Work = (db: Database & Transaction) => Promise<unknown>;

/** The same statement, as each engine gets it. */
export interface Issued {
  readonly postgres: CompiledQuery;
  readonly sqlite: CompiledQuery;
}

class Enough extends Error {}

export interface Recorded {
  readonly db: Kysely<Schema>;
  /** For a transaction that was begun on it. */
  within(tx: Transaction): Transaction;
  /** What was issued through them, in order; grows. */
  readonly statements: Issued[];
}

export function recordStatements(of: Kysely<Schema>): Recorded {
  const statements: Issued[] = [];
  const seen = new WeakMap<object, RootOperationNode>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      seen.set(queryId, node);
      return node;
    },
    // Only what was executed has a result; a part of another statement has none.
    async transformResult({ queryId, result }) {
      const node = seen.get(queryId);
      if (node !== undefined) {
        const postgres = new PostgresQueryCompiler().compileQuery(node, queryId);
        statements.push({ postgres, sqlite: new SqliteQueryCompiler().compileQuery(node, queryId) });
      }
      return result;
    },
  };
  const onCompiled = (compiled: CompiledQuery) => {
    // Built once and given other values each time (storage/prepared.ts): only here they are known.
    seen.delete(compiled.queryId);
    const { sql } = new SqliteQueryCompiler().compileQuery(compiled.query, compiled.queryId);
    statements.push({ postgres: compiled, sqlite: { ...compiled, sql } });
  };
  return { db: watched(of.withPlugin(recorder), onCompiled), within: (tx) => watched(tx, onCompiled), statements };
}

/** The same database, and whoever watches is told of statements that were compiled before they are executed. */
function watched<Of extends Kysely<Schema>>(db: Of, onCompiled: (compiled: CompiledQuery) => void): Of {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        if (name === "executeQuery") onCompiled(given[0] as CompiledQuery);
        return value.apply(target, given);
      };
    },
  });
}

/** Runs the work in a transaction that is rolled back, and gives the statements it issued. */
export async function statementsOf(of: Kysely<Schema>, work: Work): Promise<Issued[]> {
  const { db, within, statements } = recordStatements(of);
  await db
    .transaction()
    .execute(async (tx) => {
      await work(within(tx));
      throw new Enough();
    })
    .catch((error) => {
      if (!(error instanceof Enough)) throw error;
    });
  return statements;
}

/**
 * What SQLite would read from end to end, but for one row and what is limited already; it plans without knowing how
 * much there is.
 */
export async function fullScansOnSqlite(db: Kysely<Schema>, { sqlite }: Issued): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sqlite.sql}`, [...sqlite.parameters]),
  );
  return rows
    .map((row) => row.detail)
    .filter((detail) =>
      /^SCAN (?!CONSTANT|instance|here|place|row\b|mine\b|page\b|scanned\b|words\b|rare\b|found\b|\(subquery|\d)/.test(
        detail,
      ),
    );
}

export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Explained {
  readonly sql: string;
  readonly plan: PlanNode;
  /** Rows that were read from large tables and their indexes, whether they were of use or not. */
  readonly rows: number;
  readonly buffers: number;
  readonly milliseconds: number;
  /** Large tables that were read from end to end. */
  readonly scanned: readonly string[];
}

/**
 * After so many uses PostgreSQL may keep one plan for all parameters: what is judged is the plan of a server in use.
 */
const USES = 7;

/** One after the other in one transaction, so that each finds what the one before it wrote; then all is rolled back. */
export async function explain(
  client: pg.Client,
  statements: readonly Issued[],
  large: ReadonlySet<string>,
): Promise<Explained[]> {
  const explained: Explained[] = [];
  await client.query("BEGIN");
  try {
    for (const [index, { postgres }] of statements.entries()) {
      const { sql, parameters } = postgres;
      const execute = `EXECUTE hot${index}${parameters.length === 0 ? "" : `(${parameters.map((value) => literal(client, value)).join(", ")})`}`;
      await client.query(`PREPARE hot${index} AS ${sql}`);
      for (let use = 0; use < USES; use++) await client.query(`EXPLAIN ${execute}`);
      const { Plan: plan, ...times } = await planOf(client, `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${execute}`);
      await client.query(`DEALLOCATE hot${index}`);
      const nodes = all(plan);
      const reads = nodes.filter((node) => large.has(node["Relation Name"] ?? ""));
      explained.push({
        sql,
        plan,
        rows: Math.round(reads.reduce((sum, node) => sum + rowsRead(node), 0)),
        buffers: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
        milliseconds: times["Execution Time"] ?? 0,
        scanned: reads.flatMap((node) => (node["Node Type"] === "Seq Scan" ? [node["Relation Name"] ?? ""] : [])),
      });
    }
  } finally {
    await client.query("ROLLBACK");
  }
  return explained;
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : client.escapeLiteral(String(value));
}

interface ExplainAnswer {
  readonly Plan: PlanNode;
  readonly "Execution Time"?: number;
}

async function planOf(client: pg.Client, sql: string): Promise<ExplainAnswer> {
  const { rows } = await client.query<{ "QUERY PLAN": ExplainAnswer[] }>(sql);
  const answer = rows[0]?.["QUERY PLAN"][0];
  if (answer === undefined) throw new Error("PostgreSQL did not explain the statement");
  return answer;
}

function all(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(all)];
}

function rowsRead(node: PlanNode): number {
  if (!/Scan$/.test(node["Node Type"]) || node["Node Type"] === "Bitmap Index Scan") return 0;
  const each =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return each * (node["Actual Loops"] ?? 1);
}

/** The plan as a tree, a line each. */
export function drawn(node: PlanNode, depth = 0): string {
  const { "Relation Name": table, "Index Name": index } = node;
  const loops = node["Actual Loops"] ?? 1;
  const removed = node["Rows Removed by Filter"];
  const parts = [
    `${"  ".repeat(depth + 3)}${node["Node Type"]}`,
    index ?? table ?? "",
    `rows ${node["Actual Rows"] ?? 0}${loops === 1 ? "" : ` × ${loops}`}`,
    removed ? `removed ${removed}` : "",
    `buffers ${(node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0)}`,
  ];
  return [
    parts.filter((part) => part !== "").join("  "),
    ...(node.Plans ?? []).map((child) => drawn(child, depth + 1)),
  ].join("\n");
}
