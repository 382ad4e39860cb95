/** Whether the master key opens what the database holds. Nothing of it is shown, and no file is made or moved. */
import { statSync } from "node:fs";
import type { Config } from "../../config.ts";
import { StartError } from "../../errors/start-error.ts";
import { readKeys, readSecrets } from "../../keys/key-store.ts";
import { type KeyWrapper, localKeyWrapper } from "../../keys/master-key.ts";
import { nextMasterKeyFile, readMasterKeyFile } from "../../keys/master-key-file.ts";
import type { MasterKeySource } from "../../keys/master-key-source.ts";
import { findRegisteredId, openVault } from "../../keys/vault.ts";
import { current } from "../../storage/migrate.ts";
import type { Database } from "./database.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const CHECK = "master_key";
/**
 * Of what people have set up as second factors, the newest: opening all of them takes too long where there are many.
 */
const MOST_FACTORS = 1_000;

export async function masterKeyFindings(database: Database, { masterKey }: Config): Promise<Finding[]> {
  const { storage, version = 0 } = database;
  const registered = version === 0 ? undefined : await findRegisteredId(storage.db);
  if (registered === undefined)
    return [warning(CHECK, "The database has no master key yet.", "The first `signet serve` registers it.")];
  const given = givenKeys(masterKey);
  if ("problem" in given) return [given.problem];
  const [first, ...others] = [...given.keys].toSorted(
    (a, b) => Number(b.id === registered) - Number(a.id === registered),
  );
  if (first?.id !== registered) {
    const named = given.keys.length === 0 ? "none is there" : `the one given is ${given.keys[0]?.id}`;
    return [problem(CHECK, `The database is sealed under the master key ${registered}, but ${named}.`, advice)];
  }
  const sealed = await sealedValues(database);
  const vault = await openVault(storage, [first, ...others]);
  const opened = await Promise.allSettled(sealed.map(({ table, id, ...value }) => vault.open(table, id, value)));
  const closed = opened.filter(({ status }) => status === "rejected").length;
  if (closed > 0) {
    return [
      problem(
        CHECK,
        `${closed} of ${sealed.length} sealed values do not open with it.`,
        "They were changed or stored by something else. Restore a backup from before, or find out what wrote to the database.",
      ),
    ];
  }
  return [
    ok(CHECK, `It opens what the database holds (${sealed.length} values were tried).`),
    ...changeFindings(masterKey, registered),
    ...fileFindings(masterKey),
  ];
}

const advice =
  "Give the right one in SIGNET_MASTER_KEY or SIGNET_MASTER_KEY_FILE, or restore its file from your backup. Without it Signet does not start.";

function givenKeys(source: MasterKeySource): { keys: KeyWrapper[] } | { problem: Finding } {
  const previous = source.previous === undefined ? [] : [source.previous];
  try {
    const own =
      source.kind === "value"
        ? [source.key]
        : [readMasterKeyFile(source.path), readMasterKeyFile(nextMasterKeyFile(source.path))];
    return { keys: [...own, ...previous].filter((key) => key !== undefined).map(localKeyWrapper) };
  } catch (error) {
    if (error instanceof StartError) return { problem: problem(CHECK, error.message, advice) };
    throw error;
  }
}

async function sealedValues({ storage: { db }, version = 0 }: Database) {
  const { keys } = await readKeys(db);
  const ofKeys = (
    await readSecrets(
      db,
      keys.map(({ id }) => id),
    )
  ).map((row) => ({ table: "keys" as const, ...row }));
  if (version < current) return ofKeys;
  const factors = await db
    .selectFrom("factors")
    .select(["id", "sealed", "master_key_id"])
    .where("sealed", "is not", null)
    .orderBy("id", "desc")
    .limit(MOST_FACTORS)
    .execute();
  const ofFactors = factors.flatMap(({ id, sealed, master_key_id }) =>
    sealed === null || master_key_id === null ? [] : [{ table: "factors" as const, id, sealed, master_key_id }],
  );
  return [...ofKeys, ...ofFactors];
}

/** A change of the master key that is not finished. */
function changeFindings(source: MasterKeySource, registered: string): Finding[] {
  const is = (key: Buffer | undefined) => key !== undefined && localKeyWrapper(key).id === registered;
  if (is(source.previous))
    return [
      warning(
        CHECK,
        "The database is still sealed under SIGNET_MASTER_KEY_PREVIOUS.",
        "When every node knows both keys, run `signet master-key rotate`.",
      ),
    ];
  if (source.previous !== undefined)
    return [warning(CHECK, "SIGNET_MASTER_KEY_PREVIOUS is not needed any more.", "Take it away on every node.")];
  if (source.kind === "file" && is(readMasterKeyFile(nextMasterKeyFile(source.path)))) {
    return [
      warning(
        CHECK,
        "A change of the master key was interrupted.",
        "Start Signet: that finishes it. Then back up the new file.",
      ),
    ];
  }
  return [];
}

function fileFindings(source: MasterKeySource): Finding[] {
  const mode = source.kind === "file" ? (statSync(source.path, { throwIfNoEntry: false })?.mode ?? 0) : 0;
  if (source.kind === "value" || (mode & 0o077) === 0) return [];
  return [
    warning(
      CHECK,
      `Other users of this machine may read ${source.path}.`,
      "`chmod 600` it, if it is not a mounted secret that is protected otherwise.",
    ),
  ];
}
