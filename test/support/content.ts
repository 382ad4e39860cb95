/**
 * Everything a running node's database holds but usage counts and when applications did what, which a node writes when
 * it suits it.
 */
import type { Storage } from "../../src/storage/storage.ts";
import { dump } from "./dump.ts";

export async function contentOf(storage: Pick<Storage, "db">): Promise<Record<string, unknown[]>> {
  const { usage: _, application_use: __, ...content } = await dump(storage);
  return content;
}
