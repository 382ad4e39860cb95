import { loadConfig } from "../config.ts";
import { StartError } from "../errors/start-error.ts";
import { createLogger } from "../http/logging.ts";
import { localKeyWrapper } from "../keys/master-key.ts";
import { createMasterKeyFile, nextMasterKeyFile, promoteNextMasterKeyFile } from "../keys/master-key-file.ts";
import { loadMasterKeys } from "../keys/master-key-source.ts";
import { findRegisteredId, rewrap } from "../keys/vault.ts";
import { openFoundation } from "../services.ts";
import { print } from "./command.ts";

export async function rotateMasterKey(): Promise<void> {
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
}
