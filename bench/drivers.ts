/** Which PostgreSQL driver: the statements Signet runs most, by `pg` and by `postgres`, in one run. */
import pg from "pg";
import postgres from "postgres";
import { startPostgresServer } from "../test/support/postgres-server.ts";

const SECONDS = Number(process.argv[2] ?? 3);
const CONNECTIONS = 10;
const CALLERS = 50;

const server = await startPostgresServer();
try {
  const url = `${server.url}/postgres`;
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const client = postgres(url, { max: CONNECTIONS, onnotice: () => {} });
  await client.unsafe(`CREATE TABLE t (id text PRIMARY KEY, a text, b bigint, c bigint, d text);
    INSERT INTO t SELECT 'id-' || n, repeat('x', 100), n, 0, repeat('y', 40) FROM generate_series(1, 10000) n; ANALYZE t`);

  const id = () => `id-${1 + Math.floor(Math.random() * 10_000)}`;
  const read =
    "SELECT id, a, b, c, d, (extract(epoch from statement_timestamp()) * 1000)::bigint AS now FROM t WHERE id = $1";
  const spend = "UPDATE t SET c = c + 1 WHERE id = $1 AND b > $2 RETURNING c, d";
  const insert = "INSERT INTO t (id, a, b, c, d) VALUES (gen_random_uuid()::text, $1, 1, 1, $2)";

  const cases: Record<string, { pg: () => Promise<unknown>; postgres: () => Promise<unknown> }> = {
    "read by key": {
      pg: () => pool.query({ name: "read", text: read, values: [id()] }),
      postgres: () => client.unsafe(read, [id()], { prepare: true }),
    },
    "conditional update": {
      pg: () => pool.query({ name: "spend", text: spend, values: [id(), 0] }),
      postgres: () => client.unsafe(spend, [id(), 0], { prepare: true }),
    },
    "transaction: update + insert": {
      pg: async () => {
        const connection = await pool.connect();
        try {
          await connection.query("BEGIN");
          await connection.query({ name: "spend", text: spend, values: [id(), 0] });
          await connection.query({ name: "insert", text: insert, values: ["a", "b"] });
          await connection.query("COMMIT");
        } finally {
          connection.release();
        }
      },
      postgres: () =>
        client.begin(async (tx) => {
          await tx.unsafe(spend, [id(), 0], { prepare: true });
          await tx.unsafe(insert, ["a", "b"], { prepare: true });
        }),
    },
  };

  for (const [name, drivers] of Object.entries(cases)) {
    const rates: Record<string, number> = {};
    for (const round of [0, 1]) {
      for (const [driver, call] of Object.entries(drivers)) {
        const rate = await measure(call, round === 0 ? 0.5 : SECONDS);
        if (round === 1) rates[driver] = rate;
      }
    }
    const ratio = (rates.postgres ?? 0) / (rates.pg ?? 1);
    console.log(
      `${name.padEnd(30)} pg ${rates.pg?.toFixed(0)}/s   postgres ${rates.postgres?.toFixed(0)}/s   ratio ${ratio.toFixed(2)}`,
    );
  }
  await pool.end();
  await client.end();
} finally {
  await server.stop();
}

async function measure(call: () => Promise<unknown>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const cpu = process.cpuUsage();
  let count = 0;
  const loop = async () => {
    while (performance.now() < end) {
      await call();
      count++;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, loop));
  const used = process.cpuUsage(cpu);
  console.log(`    cpu ${((used.user + used.system) / count).toFixed(0)} us/call`);
  return count / seconds;
}
