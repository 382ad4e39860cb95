import { loadConfig } from "../config.ts";
import { StartError } from "../errors/start-error.ts";
import { createLogger } from "../http/logging.ts";
import { localKeyWrapper } from "../keys/master-key.ts";
import { createMasterKeyFile, nextMasterKeyFile, promoteNextMasterKeyFile } from "../keys/master-key-file.ts";
import { loadMasterKeys } from "../keys/master-key-source.ts";
import { findRegisteredId, rewrap } from "../keys/vault.ts";
import { openFoundation } from "../services.ts";
import { type Command, print } from "./command.ts";

export const masterKeyRotate: Command = {
  path: "master-key rotate",
  summary: "Change the master key: seal every secret in the database under the new one",
  detail:
    "With the key in a file beside an embedded database, a new key is made and the file replaced; restart the server after it.\n" +
    "Otherwise give the new key in SIGNET_MASTER_KEY (or its file) and the former one in SIGNET_MASTER_KEY_PREVIOUS, restart\n" +
    "every node with both, run this command, then take SIGNET_MASTER_KEY_PREVIOUS away.",
  async run() {
    const config = loadConfig(process.env);
    const { masterKey } = config;
    const ownFile =
      masterKey.kind === "file" && masterKey.mayCreate && masterKey.previous === undefined ? masterKey.path : undefined;
    if (ownFile === undefined && masterKey.previous === undefined) {
      throw new StartError(
        "configuration",
        "Give the new master key in SIGNET_MASTER_KEY and the former one in SIGNET_MASTER_KEY_PREVIOUS.",
      );
    }
    const { storage } = await openFoundation(config, createLogger(config.logLevel));
    try {
      const [current, ...previous] = loadMasterKeys(masterKey, await findRegisteredId(storage.db));
      if (ownFile === undefined) {
        const { rewrapped } = await rewrap(storage, previous, current);
        print(
          rewrapped === 0
            ? "Everything is sealed under this master key already."
            : `${rewrapped} secrets are sealed under the new master key now.`,
        );
        return;
      }
      const next = localKeyWrapper(createMasterKeyFile(nextMasterKeyFile(ownFile)));
      const { rewrapped } = await rewrap(storage, [current], next);
      promoteNextMasterKeyFile(ownFile);
      print(
        `${rewrapped} secrets are sealed under a new master key now, which is in ${ownFile}. Back it up, and restart the server.`,
      );
    } finally {
      await storage.close();
    }
  },
};
