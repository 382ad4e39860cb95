/** From configuration to the master keys in use: the current one first, then the one it replaces. */
import { StartError } from "../errors/start-error.ts";
import { type KeyWrapper, localKeyWrapper } from "./master-key.ts";
import {
  createMasterKeyFile,
  nextMasterKeyFile,
  promoteNextMasterKeyFile,
  readMasterKeyFile,
} from "./master-key-file.ts";

export type MasterKeySource =
  | { readonly kind: "value"; readonly key: Buffer; readonly previous: Buffer | undefined }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly mayCreate: boolean;
      readonly previous: Buffer | undefined;
    };

/** What can be found wrong with an operator's key before there is a database. Changes nothing. */
export function checkMasterKeySource(source: MasterKeySource): void {
  if (source.kind === "file" && !source.mayCreate && readMasterKeyFile(source.path) === undefined)
    throw noSuchFile(source.path);
}

/** `registered` is the master key that the database names, undefined while it has never had one. */
export function loadMasterKeys(source: MasterKeySource, registered: string | undefined): [KeyWrapper, ...KeyWrapper[]] {
  const previous = source.previous === undefined ? [] : [localKeyWrapper(source.previous)];
  if (source.kind === "value") return [localKeyWrapper(source.key), ...previous];
  return [fromFile(source.path, source.mayCreate, registered), ...previous];
}

function fromFile(path: string, mayCreate: boolean, registered: string | undefined): KeyWrapper {
  const key = readMasterKeyFile(path);
  if (key !== undefined) {
    const wrapper = localKeyWrapper(key);
    return wrapper.id === registered ? wrapper : (finishChange(path, registered) ?? wrapper);
  }
  const finished = finishChange(path, registered);
  if (finished) return finished;
  if (registered !== undefined) {
    throw new StartError(
      "configuration",
      `The master key file ${path} is missing, but the database is sealed under the master key ${registered}. ` +
        "Restore the file from your backup, or give the key in SIGNET_MASTER_KEY. Nothing was changed.",
    );
  }
  if (!mayCreate) throw noSuchFile(path);
  return localKeyWrapper(createMasterKeyFile(path));
}

function noSuchFile(path: string): StartError {
  return new StartError(
    "configuration",
    `SIGNET_MASTER_KEY_FILE names ${path}, which does not exist. Create it with 32 random bytes in base64url.`,
  );
}

/** A change of the file's key that was interrupted after the database had been re-wrapped. */
function finishChange(path: string, registered: string | undefined): KeyWrapper | undefined {
  const next = readMasterKeyFile(nextMasterKeyFile(path));
  if (next === undefined || localKeyWrapper(next).id !== registered) return undefined;
  promoteNextMasterKeyFile(path);
  return localKeyWrapper(next);
}
