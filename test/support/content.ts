/** Everything a running node's database holds but usage counts, which a node writes when it suits it. */
import type { Storage } from "../../src/storage/storage.ts";
import { dump } from "./dump.ts";

export async function contentOf(storage: Pick<Storage, "db">): Promise<Record<string, unknown[]>> {
  const { usage: _, ...content } = await dump(storage);
  return content;
}
