/** Requests to service users and what they get their tokens with. */
import { addKey } from "../../../src/identity/credential-keys/store.ts";
import { createPersonalAccessToken } from "../../../src/identity/service-users/personal-access-tokens.ts";
import { keyOwner, readServiceUser } from "../../../src/identity/service-users/service-users.ts";
import { by, DAY } from "../../support/world.ts";
import { publicCredential, publicKey } from "./keys.ts";
import { from, nothing, type Prepare } from "./prepare.ts";
import { ownMetadata } from "./requests-users.ts";

const serviceUser = "/service-users/:serviceUserId";

const ownKey: Prepare = async ({ grounds: { make }, id }) => {
  const key = await make.run(async (tx) =>
    addKey(tx, keyOwner(await readServiceUser(tx, id)), { credential: publicCredential() }, by),
  );
  return { params: { keyId: key.id } };
};

const ownToken: Prepare = async ({ grounds: { make }, id }) => {
  const input = { userId: id, name: "ci", scopes: ["openid"], expiresAt: Date.now() + DAY };
  return { params: { tokenId: (await make.run((tx) => createPersonalAccessToken(tx, input, by))).id } };
};

export const serviceUserRequests: Readonly<Record<string, Prepare>> = {
  [`GET ${serviceUser}`]: nothing,
  [`PATCH ${serviceUser}`]: () => ({ body: { description: "Changed" } }),
  [`DELETE ${serviceUser}`]: nothing,
  [`POST ${serviceUser}/activate`]: from("users", "inactive"),
  [`POST ${serviceUser}/deactivate`]: from("users", "active"),
  [`POST ${serviceUser}/sign-out`]: nothing,
  [`POST ${serviceUser}/regenerate-secret`]: nothing,
  [`DELETE ${serviceUser}/secret`]: nothing,
  [`GET ${serviceUser}/access`]: nothing,
  [`GET ${serviceUser}/keys`]: nothing,
  [`POST ${serviceUser}/keys`]: () => ({ body: { publicKey: publicKey() } }),
  [`DELETE ${serviceUser}/keys/:keyId`]: ownKey,
  [`GET ${serviceUser}/refused-authentications`]: nothing,
  [`GET ${serviceUser}/personal-access-tokens`]: nothing,
  [`POST ${serviceUser}/personal-access-tokens`]: () => ({
    body: { name: "ci", scopes: ["openid"], expiresAt: new Date(Date.now() + DAY).toISOString() },
  }),
  [`DELETE ${serviceUser}/personal-access-tokens/:tokenId`]: ownToken,
  [`GET ${serviceUser}/metadata`]: nothing,
  [`PUT ${serviceUser}/metadata/:key`]: () => ({ params: { key: "place" }, body: { value: "here" } }),
  [`DELETE ${serviceUser}/metadata/:key`]: ownMetadata,
  [`GET ${serviceUser}/manager-roles`]: nothing,
  [`GET ${serviceUser}/role-assignments`]: nothing,
};
