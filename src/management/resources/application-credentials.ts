/** What an application proves itself with: client secrets, and keys that it signs assertions with. */
import Type from "typebox";
import { SignetError } from "../../errors/signet-error.ts";
import { readApplication } from "../../identity/applications/applications.ts";
import { addSecret, deleteSecret, listSecrets, ownerOf, replaceSecrets } from "../../identity/applications/secrets.ts";
import { deleteKey, type KeyOwner, listKeys } from "../../identity/credential-keys/store.ts";
import type { Database } from "../../storage/database.ts";
import { requirePermission } from "../guard.ts";
import { change, create, pathParameter, type Route, read, remove } from "../route.ts";
import { closed, id, time, toTime } from "../schemas.ts";
import { createdKey, keyList, newKey, prepareKey, storeKey, toKeyView } from "./credential-keys.ts";

const tag = "Application credentials";

const secretView = closed({ id, createdAt: time }, { title: "ApplicationSecret" });
const secretList = closed({ items: Type.Array(secretView) }, { title: "ApplicationSecretList" });
const createdSecret = closed(
  { id, secret: Type.String({ description: "The client secret, shown this once" }) },
  { title: "CreatedApplicationSecret" },
);

async function refuseUnlessUsed(db: Database, applicationId: string): Promise<void> {
  const { authMethod } = await readApplication(db, applicationId);
  if (authMethod === "basic" || authMethod === "post") return;
  throw new SignetError(
    "wrong_state",
    `An application with authMethod ${authMethod} uses no client secret; change it to basic or post first`,
  );
}

async function owner(db: Database, applicationId: string): Promise<KeyOwner> {
  return { kind: "application", id: applicationId, organizationId: await ownerOf(db, applicationId) };
}

export const applicationCredentialRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/applications/:applicationId/secrets",
    tag,
    summary: "List the client secrets of an application",
    detail: "When each was made, never what it is.",
    permission: "application.read",
    at: "application",
    answer: secretList,
    async handle({ db }, { params }) {
      const application = await readApplication(db, params.applicationId);
      const secrets = await listSecrets(db, application.id);
      return { items: secrets.map(({ id, createdAt }) => ({ id, createdAt: toTime(createdAt) })) };
    },
  }),
  create({
    path: "/applications/:applicationId/secrets",
    tag,
    summary: "Add a client secret to an application",
    detail: "Those it has stay, so that one can be replaced without a gap.",
    permission: "application_secret.write",
    at: "application",
    answer: createdSecret,
    async handle({ tx, by }, { params }) {
      await refuseUnlessUsed(tx, params.applicationId);
      return addSecret(tx, params.applicationId, by);
    },
  }),
  change({
    method: "POST",
    path: "/applications/:applicationId/regenerate-secret",
    tag,
    summary: "Replace the client secrets of an application",
    detail: "All that it had end at once.",
    permission: "application_secret.write",
    at: "application",
    answer: createdSecret,
    async handle({ tx, caller, by }, { params }) {
      requirePermission(caller, "application_secret.delete");
      await refuseUnlessUsed(tx, params.applicationId);
      return replaceSecrets(tx, params.applicationId, by);
    },
  }),
  remove({
    path: "/applications/:applicationId/secrets/:secretId",
    tag,
    summary: "Remove a client secret of an application",
    permission: "application_secret.delete",
    at: "application",
    params: { secretId: pathParameter },
    handle: ({ tx, by }, { params }) => deleteSecret(tx, params.applicationId, params.secretId, by),
  }),
  read({
    method: "GET",
    path: "/applications/:applicationId/keys",
    tag,
    summary: "List the keys of an application",
    permission: "application_key.read",
    at: "application",
    answer: keyList,
    async handle({ db }, { params }) {
      const { id } = await readApplication(db, params.applicationId);
      return { items: (await listKeys(db, { kind: "application", id })).map(toKeyView) };
    },
  }),
  create({
    path: "/applications/:applicationId/keys",
    tag,
    summary: "Add a key to an application",
    detail: "For the method private_key_jwt. Without an expiresAt it ends after a year.",
    permission: "application_key.write",
    at: "application",
    body: newKey,
    answer: createdKey,
    prepare: (_, { body }) => prepareKey(body),
    handle: async ({ tx, by }, { params, body: { expiresAt } }, credential) =>
      storeKey(
        tx,
        await owner(tx, params.applicationId),
        { credential, ...(expiresAt === undefined ? {} : { expiresAt }) },
        by,
      ),
  }),
  remove({
    path: "/applications/:applicationId/keys/:keyId",
    tag,
    summary: "Remove a key of an application",
    detail: "Nothing that it signed counts any more.",
    permission: "application_key.delete",
    at: "application",
    params: { keyId: pathParameter },
    handle: async ({ tx, by }, { params }) => deleteKey(tx, await owner(tx, params.applicationId), params.keyId, by),
  }),
];
