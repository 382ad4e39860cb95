import { loadConfig } from "../config.ts";
import { createLogger } from "../http/logging.ts";
import { initialAlgorithms, signingAlgorithms } from "../keys/algorithms.ts";
import { ensureKeys, type KeyStore, listKeys, revoke, rotate } from "../keys/key-store.ts";
import { openFoundation } from "../services.ts";
import { type CommandInput, print, UsageError } from "./command.ts";

const operator = { kind: "operator" } as const;

async function withKeys(work: (store: KeyStore) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  const { storage, vault } = await openFoundation(config, createLogger(config.logLevel));
  try {
    const store = { storage, vault };
    await ensureKeys(store, initialAlgorithms);
    await work(store);
  } finally {
    await storage.close();
  }
}

export function printKeys(): Promise<void> {
  return withKeys(async ({ storage }) => {
    print(
      `${"id".padEnd(13)}${"algorithm".padEnd(11)}${"state".padEnd(11)}${"in key set".padEnd(12)}${"signs from".padEnd(26)}made`,
    );
    for (const { key, state, inKeySet } of await listKeys(storage.db)) {
      const published = key.algorithm === "ticket" ? "-" : inKeySet ? "yes" : "no";
      const from = new Date(key.activatesAt).toISOString();
      const made = new Date(key.createdAt).toISOString();
      print(
        `${key.id.padEnd(13)}${key.algorithm.padEnd(11)}${state.padEnd(11)}${published.padEnd(12)}${from.padEnd(26)}${made}`,
      );
    }
  });
}

export function rotateKeys({ options }: CommandInput): Promise<void> {
  return withKeys(async (store) => {
    const algorithm = typeof options.algorithm === "string" ? { algorithm: options.algorithm } : {};
    for (const rotation of await rotate(store, {
      ...algorithm,
      immediately: options.now === true,
      actor: operator,
    })) {
      print(`${rotation.algorithm}: key ${rotation.id} takes over at ${new Date(rotation.activatesAt).toISOString()}`);
    }
  });
}

export function revokeKey({ positionals: [id = ""] }: CommandInput): Promise<void> {
  return withKeys(async (store) => {
    const result = await revoke(store, id, { actor: operator });
    if (result === "unknown") throw new UsageError(`There is no key ${id}. \`signet keys list\` shows the keys.`);
    print(result === "revoked" ? `Key ${id} is revoked.` : `Key ${id} had been revoked already.`);
  });
}

export function enableAlgorithm({ positionals: [name = ""] }: CommandInput): Promise<void> {
  return withKeys(async (store) => {
    const algorithm = signingAlgorithms.find((candidate) => candidate === name);
    if (algorithm === undefined)
      throw new UsageError(`There is no algorithm ${name}. Choose one of ${signingAlgorithms.join(", ")}.`);
    await ensureKeys(store, [algorithm]);
    print(`${algorithm} is enabled.`);
  });
}
