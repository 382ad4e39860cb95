/**
 * Keys for tests. Making an RSA key takes up to half a second, so all RSA keys of a test file are one under many names.
 */
import { type KeyAlgorithm, makeKey, type NewKey } from "../../src/keys/algorithms.ts";
import type { KeyStore } from "../../src/keys/key-store.ts";
import { type KeyWrapper, localKeyWrapper, newMasterKey } from "../../src/keys/master-key.ts";
import { openVault } from "../../src/keys/vault.ts";
import type { Storage } from "../../src/storage/storage.ts";

let rsa: Promise<NewKey> | undefined;

export async function makeTestKey(algorithm: KeyAlgorithm): Promise<NewKey> {
  if (algorithm !== "RS256") return makeKey(algorithm);
  rsa ??= makeKey("RS256");
  const key = await rsa;
  const { id } = await makeKey("ticket");
  return { ...key, id, publicJwk: { ...key.publicJwk, kid: id } };
}

export async function openTestStore(
  storage: Storage,
  masterKey: KeyWrapper = localKeyWrapper(newMasterKey()),
): Promise<KeyStore> {
  return { storage, vault: await openVault(storage, [masterKey]), make: makeTestKey };
}
