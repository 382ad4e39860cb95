/** Counts what a piece of work asks of the database, without touching how it asks. */
import type { KyselyPlugin } from "kysely";
import type { Storage } from "../../src/storage/storage.ts";

export interface CountedStorage {
  readonly storage: Storage;
  /** The kinds of the statements that the work made, in order. Beginning and ending transactions is not counted. */
  during(work: () => Promise<unknown>): Promise<string[]>;
}

export function countStatements(storage: Storage): CountedStorage {
  let seen: string[] = [];
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      seen.push(node.kind.replace("QueryNode", "").toLowerCase());
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    storage: {
      ...storage,
      db: storage.db.withPlugin(counter),
      transaction: (work) => storage.transaction((tx) => work(tx.withPlugin(counter))),
    },
    async during(work) {
      seen = [];
      await work();
      return seen;
    },
  };
}
