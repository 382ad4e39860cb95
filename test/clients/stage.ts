/** What the tests with real clients have in common: a Signet on a real socket, and the person's part. */
import { importPKCS8 } from "jose";
import type { Application } from "../../src/identity/applications/applications.ts";
import type { AccessTokenSettings } from "../../src/identity/applications/types.ts";
import { makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey, type KeyOwner, keyFile } from "../../src/identity/credential-keys/store.ts";
import { createServiceUser, keyOwner, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import type { Browser } from "../support/browser.ts";
import type { TestEngine } from "../support/engines.ts";
import { type Idp, signInAs, startIdp } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { by } from "../support/world.ts";

/** At http://localhost:PORT, which is also its issuer. */
export async function listenAsIdp(engine?: TestEngine): Promise<Idp> {
  const port = await freePort();
  const idp = await startIdp(engine, { SIGNET_ISSUER_URL: `http://localhost:${port}` });
  await idp.node.app.listen({ host: "127.0.0.1", port });
  return idp;
}

/** Ada goes where the client sends her, signs in if she is asked to, and ends at the client's address. */
export async function adaVisits(idp: Idp, url: URL, browser: Browser = idp.browser()): Promise<URL> {
  const page = await browser.visit(url.href);
  const isAsked = page.url.startsWith(`${idp.issuer}/login?`);
  return new URL((isAsked ? await signInAs(browser, page, `ada@${idp.world.acme.domain}`) : page).url);
}

/** Making an RSA key is slow: one for all. */
const credential = makeCredential();

interface SigningFile {
  readonly file: Record<string, string>;
  readonly keyId: string;
  /** `key` of the file, as a client library takes it. */
  readonly privateKey: CryptoKey;
}

/** A key file as a person would download it, registered for its owner under an id of its own. */
async function addKeyFile(idp: Idp, owner: KeyOwner): Promise<SigningFile> {
  const made = { ...(await credential), id: crypto.randomUUID() };
  const { expiresAt } = await idp.node.services.storage.transaction((tx) =>
    addKey(tx, owner, { credential: made }, by),
  );
  const file = keyFile(owner, made, expiresAt);
  return { file, keyId: made.id, privateKey: await importPKCS8(file.key ?? "", "RS256") };
}

export function addApplicationKey(idp: Idp, application: Application): Promise<SigningFile> {
  return addKeyFile(idp, { kind: "application", id: application.id, organizationId: idp.world.acme.id });
}

/** A service user of Acme with a key file and a secret. */
export async function addServiceUser(
  idp: Idp,
  userName: string,
  tokens: AccessTokenSettings = {},
): Promise<SigningFile & { id: string; secret: string }> {
  const { user, secret } = await idp.node.services.storage.transaction(async (tx) => {
    const created = await createServiceUser(tx, { organizationId: idp.world.acme.id, userName, tokens }, by);
    return { user: created, secret: (await replaceSecret(tx, created.id, by)).secret };
  });
  return { ...(await addKeyFile(idp, keyOwner(user))), id: user.id, secret };
}
