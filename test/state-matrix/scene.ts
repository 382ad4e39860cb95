/** What stands before a state is set: Ada signed in at an application, and a service user with every kind of credential. */
import { type MadeCredential, makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../src/identity/credential-keys/store.ts";
import { resetPolicy } from "../../src/identity/policies.ts";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { createServiceUser, keyOwner, replaceSecret, type ServiceUser } from "../../src/identity/service-users/service-users.ts";
import type { LoginSession } from "../../src/identity/sessions/login-sessions.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { MANAGEMENT_SCOPE } from "../support/api.ts";
import { by, makeWorld, signIn, type World } from "../support/world.ts";

export interface Scene {
  readonly world: World;
  readonly login: LoginSession;
  /** The code of this one is still to be spent; that of the other is spent. */
  readonly appSessionId: string;
  readonly tokenId: string;
  readonly service: ServiceUser;
  readonly keyId: string;
  readonly secret: string;
  readonly personalAccessTokenId: string;
}

let credential: Promise<MadeCredential> | undefined;
let scenes = 0;

export async function makeScene(storage: Storage, given?: MadeCredential): Promise<Scene> {
  const world = await makeWorld(storage);
  const { login, appSessionId } = await signIn(world);
  credential ??= makeCredential();
  const made = given ?? (await credential);
  return storage.transaction(async (tx) => {
    // The scene before may have decided it for everybody.
    await resetPolicy(tx, "secondFactor", {}, by);
    const service = await createServiceUser(tx, { organizationId: world.acme.id, userName: "robot" }, by);
    const key = await addKey(tx, keyOwner(service), { credential: { ...made, id: `key-${++scenes}` } }, by);
    const { secret } = await replaceSecret(tx, service.id, by);
    const token = await createPersonalAccessToken(
      tx,
      {
        userId: service.id,
        name: "ci",
        scopes: [...MANAGEMENT_SCOPE.split(" "), `urn:service:iam:org:project:id:${world.project.id}:aud`],
        expiresAt: login.createdAt + 1_000_000,
      },
      by,
    );
    return { world, login, appSessionId, tokenId: `token-${scenes}`, service, keyId: key.id, secret, personalAccessTokenId: token.id };
  });
}
