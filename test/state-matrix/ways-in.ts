/** Every way to get or use a session or token, asked of the database itself. What must stop it is in table.ts. */
import { matchesHash } from "../../src/identity/secrets.ts";
import { readServiceClient } from "../../src/identity/service-users/service-client.ts";
import { openAppSession } from "../../src/identity/sessions/app-sessions.ts";
import { authenticateAgain, startLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { rotateRefreshToken } from "../../src/identity/sessions/rotate-refresh.ts";
import { spendCode } from "../../src/identity/sessions/spend-code.ts";
import type { ServiceCredential } from "../../src/identity/sessions/standing.ts";
import { noDetail, readSubject, type SubjectToken } from "../../src/identity/sessions/subject.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { by, findLoginSession, lifetimes, loginLifetimes } from "../support/world.ts";
import type { Scene } from "./scene.ts";

export interface WayIn {
  /** Makes what is needed before the state is set. */
  prepare?(scene: Scene): Promise<unknown>;
  /** Whether it lets somebody in. */
  use(node: Storage, scene: Scene): Promise<boolean>;
}

const spend = (scene: Scene) =>
  scene.world.storage.db
    .updateTable("app_sessions")
    .set({ code_spent_at: 1 })
    .where("id", "=", scene.appSessionId)
    .execute();

async function stands(node: Storage, token: SubjectToken): Promise<boolean> {
  return (await readSubject(node.db, token, noDetail))?.standing === "stands";
}

function serviceToken(credentialOf: (scene: Scene) => ServiceCredential): WayIn {
  return {
    async use(node, scene) {
      const credential = credentialOf(scene);
      // A personal access token is a credential itself, as a key is: it is no session that ends with the epoch.
      const epoch = credential.kind === "personal_access_token" ? undefined : 1;
      return stands(node, { id: scene.tokenId, owner: "service_user", userId: scene.service.id, epoch, credential });
    },
  };
}

export const waysIn = {
  "sign in": {
    async use(node, { world }) {
      const input = { userId: world.ada.id, amr: ["pwd"], userAgent: "", lifetimes: loginLifetimes };
      return (await node.transaction((tx) => startLoginSession(tx, input, by))) !== undefined;
    },
  },
  "use the login session": {
    use: async (node, { login }) => (await findLoginSession(node.db, login)) !== undefined,
  },
  "prove again in the login session": {
    use: async (node, { login }) =>
      (await node.transaction((tx) =>
        authenticateAgain(tx, login, { amr: ["pwd"], idleMs: loginLifetimes.idleMs }),
      )) !== undefined,
  },
  "open an app session": {
    async use(node, { world, login }) {
      const consent = await node.db
        .selectFrom("consents")
        .select("id")
        .where("user_id", "=", world.ada.id)
        .where("application_id", "=", world.application.id)
        .executeTakeFirst();
      const id = await node.transaction((tx) =>
        openAppSession(
          tx,
          {
            applicationId: world.application.id,
            loginSessionId: login.id,
            scopes: ["openid"],
            nonce: undefined,
            redirectUri: "https://app.example/callback",
            codeChallenge: "",
            consentId: consent?.id,
            lifetimes,
          },
          by,
        ),
      );
      return id !== undefined;
    },
  },
  "spend a code": {
    async use(node, { world, appSessionId }) {
      const code = {
        appSessionId,
        applicationId: world.application.id,
        redirectUri: "https://app.example/callback",
        codeChallenge: "challenge",
        most: 100,
      };
      return (await spendCode(node, code, by)) !== "lost";
    },
  },
  "refresh (offline access outlives signing out)": {
    prepare: spend,
    async use(node, { world, appSessionId }) {
      const rotation = {
        appSessionId,
        applicationId: world.application.id,
        generation: 0,
        graceMs: 60_000,
        idleMs: 60_000,
      };
      return (await rotateRefreshToken(node, rotation, by)).outcome === "rotated";
    },
  },
  "use an access token of the login session": {
    prepare: spend,
    async use(node, { appSessionId, tokenId, login }) {
      return stands(node, { id: tokenId, owner: "app_session", appSessionId, loginSessionId: login.id });
    },
  },
  "use an access token got by a refresh after signing out": {
    prepare: spend,
    async use(node, { appSessionId, tokenId }) {
      return stands(node, { id: tokenId, owner: "app_session", appSessionId, loginSessionId: undefined });
    },
  },
  "use a service user's token got with a key": serviceToken(({ keyId }) => ({ kind: "key", keyId })),
  "use a service user's token got with a secret": serviceToken(() => ({ kind: "secret", version: 1 })),
  "use a personal access token": serviceToken(({ personalAccessTokenId }) => ({
    kind: "personal_access_token",
    tokenId: personalAccessTokenId,
  })),
  "find the key of an assertion": {
    async use(node, { service, keyId }) {
      const user = await readServiceClient(node.db, service.id, { id: keyId });
      return user?.active === true && user.key !== undefined;
    },
  },
  "check a service user's secret": {
    async use(node, { service, secret }) {
      const user = await readServiceClient(node.db, service.id);
      return user?.active === true && user.secret !== undefined && matchesHash(secret, user.secret.hash);
    },
  },
} as const satisfies Record<string, WayIn>;
