import { loadConfig } from "../config.ts";
import { createLogger } from "../http/logging.ts";
import { initialAlgorithms, signingAlgorithms } from "../keys/algorithms.ts";
import { ensureKeys, type KeyStore, listKeys, revoke, rotate } from "../keys/key-store.ts";
import { openFoundation } from "../services.ts";
import { type Command, print, UsageError } from "./command.ts";

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

export const keysList: Command = {
  path: "keys list",
  summary: "List the signing keys and ticket keys with their states",
  run: () =>
    withKeys(async ({ storage }) => {
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
    }),
};

export const keysRotate: Command = {
  path: "keys rotate",
  summary: "Let the published spare keys take over",
  detail:
    "A spare takes over at once when it has been published for 24 hours, otherwise as soon as it has been: by then every\n" +
    "client has seen it. The former keys stay published until everything they signed has expired.",
  options: { algorithm: { type: "string" }, now: { type: "boolean" } },
  optionHelp: {
    algorithm: "only this one: RS256, ES256, EdDSA or ticket",
    now: "do not wait until the spare has been published for 24 hours",
  },
  run: ({ options }) =>
    withKeys(async (store) => {
      const algorithm = typeof options.algorithm === "string" ? { algorithm: options.algorithm } : {};
      for (const rotation of await rotate(store, {
        ...algorithm,
        immediately: options.now === true,
        actor: operator,
      })) {
        print(
          `${rotation.algorithm}: key ${rotation.id} takes over at ${new Date(rotation.activatesAt).toISOString()}`,
        );
      }
    }),
};

export const keysRevoke: Command = {
  path: "keys revoke",
  summary: "Take a compromised key out at once",
  detail:
    "Whatever the key signed or sealed stops being accepted, on every node, within seconds. Revoking an active ticket key\n" +
    "signs everybody out. If it was the active key, the spare takes over immediately.",
  arguments: ["<key id>"],
  run: ({ positionals: [id = ""] }) =>
    withKeys(async (store) => {
      const result = await revoke(store, id, { actor: operator });
      if (result === "unknown") throw new UsageError(`There is no key ${id}. \`signet keys list\` shows the keys.`);
      print(result === "revoked" ? `Key ${id} is revoked.` : `Key ${id} had been revoked already.`);
    }),
};

export const keysEnable: Command = {
  path: "keys enable",
  summary: "Make keys of a further algorithm, so that applications can choose it",
  arguments: ["<algorithm>"],
  run: ({ positionals: [name = ""] }) =>
    withKeys(async (store) => {
      const algorithm = signingAlgorithms.find((candidate) => candidate === name);
      if (algorithm === undefined)
        throw new UsageError(`There is no algorithm ${name}. Choose one of ${signingAlgorithms.join(", ")}.`);
      await ensureKeys(store, [algorithm]);
      print(`${algorithm} is enabled.`);
    }),
};
