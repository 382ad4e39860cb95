/** What a service user gets its tokens with: a client secret, and keys that it signs assertions with. */
import Type from "typebox";
import { deleteKey, listKeys } from "../../identity/credential-keys/store.ts";
import { deleteSecret, keyOwner, readServiceUser, replaceSecret } from "../../identity/service-users/service-users.ts";
import { change, create, pathParameter, type Route, read, remove } from "../route.ts";
import { closed, id } from "../schemas.ts";
import { createdKey, keyList, newKey, prepareKey, storeKey, toKeyView } from "./credential-keys.ts";

const tag = "Service user credentials";

const secretView = closed(
  { clientId: id, secret: Type.String({ description: "Shown now and never again" }) },
  { title: "ServiceUserSecret" },
);

export const serviceUserCredentialRoutes: readonly Route[] = [
  change({
    method: "POST",
    path: "/service-users/:serviceUserId/regenerate-secret",
    tag,
    summary: "Make a new client secret for a service user",
    detail: "It replaces the former one; tokens that were got with that end.",
    permission: "service_user_secret.write",
    at: "service_user",
    answer: secretView,
    async handle({ tx, by }, { params }) {
      const { secret } = await replaceSecret(tx, params.serviceUserId, by);
      return { clientId: params.serviceUserId, secret };
    },
  }),
  remove({
    path: "/service-users/:serviceUserId/secret",
    tag,
    summary: "Remove the client secret of a service user",
    detail: "Tokens that were got with it end.",
    permission: "service_user_secret.delete",
    at: "service_user",
    handle: ({ tx, by }, { params }) => deleteSecret(tx, params.serviceUserId, by),
  }),
  read({
    method: "GET",
    path: "/service-users/:serviceUserId/keys",
    tag,
    summary: "List the keys of a service user",
    detail: "All of them, the oldest first.",
    permission: "service_user_key.read",
    at: "service_user",
    answer: keyList,
    async handle({ db }, { params }) {
      const keys = await listKeys(db, { kind: "user", id: params.serviceUserId });
      return { items: keys.map(toKeyView) };
    },
  }),
  create({
    path: "/service-users/:serviceUserId/keys",
    tag,
    summary: "Add a key to a service user",
    detail:
      "Upload a public key, or have a pair made: then the answer holds the key file, this once. Without an expiresAt it ends after a year.",
    permission: "service_user_key.write",
    at: "service_user",
    body: newKey,
    answer: createdKey,
    prepare: (_, { body }) => prepareKey(body),
    async handle({ tx, by }, { params, body: { expiresAt } }, credential) {
      const owner = keyOwner(await readServiceUser(tx, params.serviceUserId));
      return storeKey(tx, owner, { credential, ...(expiresAt === undefined ? {} : { expiresAt }) }, by);
    },
  }),
  remove({
    path: "/service-users/:serviceUserId/keys/:keyId",
    tag,
    summary: "Remove a key of a service user",
    detail: "Tokens that were got with it end.",
    permission: "service_user_key.delete",
    at: "service_user",
    params: { keyId: pathParameter },
    async handle({ tx, by }, { params }) {
      await deleteKey(tx, keyOwner(await readServiceUser(tx, params.serviceUserId)), params.keyId, by);
    },
  }),
];
