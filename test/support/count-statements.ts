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
  // A query within another is transformed by itself too; only what was executed has a result.
  const kinds = new WeakMap<object, string>();
  const counter: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      kinds.set(queryId, node.kind.replace("QueryNode", "").toLowerCase());
      return node;
    },
    async transformResult({ result, queryId }) {
      seen.push(kinds.get(queryId) ?? "unknown");
      return result;
    },
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
