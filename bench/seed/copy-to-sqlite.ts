/**
 * Copies everything from a seeded PostgreSQL to a new SQLite file: data are made in one way only, by the SQL of
 * data.ts.
 */
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { open } from "../../src/storage/storage.ts";

const BATCH = 10_000;

export async function copyToSqlite(fromUrl: string, toUrl: string, log: (line: string) => void): Promise<void> {
  const storage = await open(toUrl);
  await storage.migrate();
  await storage.close();
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const client = new pg.Client({ connectionString: fromUrl, types });
  await client.connect();
  const file = new DatabaseSync(toUrl.slice("file:".length), { enableForeignKeyConstraints: false });
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables) {
      const rows = await copyTable(client, file, name);
      if (rows > 0) log(`  ${name.padEnd(36)} ${String(rows).padStart(9)} copied`);
    }
  } finally {
    file.close();
    await client.end();
  }
}

async function copyTable(client: pg.Client, file: DatabaseSync, table: string): Promise<number> {
  file.exec(`BEGIN; DELETE FROM ${table}`);
  await client.query("BEGIN");
  await client.query(`DECLARE reader CURSOR FOR SELECT * FROM ${table}`);
  let copied = 0;
  for (;;) {
    const { rows, fields } = await client.query<(string | number | null)[]>({
      text: `FETCH ${BATCH} FROM reader`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    const insert = file.prepare(
      `INSERT INTO ${table} (${fields.map(({ name }) => name).join()}) VALUES (${fields.map(() => "?").join()})`,
    );
    for (const row of rows) insert.run(...row);
    copied += rows.length;
  }
  await client.query("COMMIT");
  file.exec("COMMIT");
  return copied;
}
