/** Requests to people: their profiles, states, credentials, sessions and metadata. */
import { randomUUID } from "node:crypto";
import { setMetadata } from "../../../src/identity/metadata.ts";
import { now } from "../../../src/storage/now.ts";
import { agreed } from "../../support/consent.ts";
import { by } from "../../support/world.ts";
import { from, nothing, type Prepare } from "./prepare.ts";
import { signIn } from "./sign-in.ts";

const user = "/users/:userId";

export const ownMetadata: Prepare = async ({ grounds: { make }, id }) => {
  const key = `key-${randomUUID()}`;
  await make.run((tx) => setMetadata(tx, { kind: "user", id }, { key, value: "here" }, by));
  return { params: { key } };
};

const ownFactor: Prepare = async ({ grounds: { make }, id }) => {
  const factorId = randomUUID();
  const values = {
    kind: "passkey",
    name: "Phone",
    data: "{}",
    sealed: null,
    master_key_id: null,
    created_at: now,
    last_used_at: null,
  };
  await make.run((tx) =>
    tx
      .insertInto("factors")
      .values({ id: factorId, user_id: id, ...values })
      .execute(),
  );
  return { params: { factorId } };
};

const withEmail =
  (state: "verified" | "unverified"): Prepare =>
  async ({ grounds: { make }, id }) => {
    await make.run((tx) =>
      tx
        .updateTable("humans")
        .set({ email_verified: Number(state === "verified") })
        .where("user_id", "=", id)
        .execute(),
    );
    return {};
  };

export const userRequests: Readonly<Record<string, Prepare>> = {
  [`GET ${user}`]: nothing,
  [`PATCH ${user}`]: () => ({ body: { profile: { nickname: "Changed" } } }),
  [`DELETE ${user}`]: nothing,
  [`POST ${user}/activate`]: from("users", "inactive"),
  [`POST ${user}/deactivate`]: from("users", "active"),
  [`POST ${user}/lock`]: from("users", "active"),
  [`POST ${user}/unlock`]: from("users", "locked"),
  [`PUT ${user}/email`]: () => ({ body: { email: `${randomUUID()}@mail.example`, verified: true } }),
  [`POST ${user}/invite`]: nothing,
  [`POST ${user}/send-email-verification`]: withEmail("unverified"),
  [`POST ${user}/send-password-reset`]: nothing,
  [`GET ${user}/credentials`]: nothing,
  [`GET ${user}/access`]: nothing,
  [`PUT ${user}/password`]: () => ({ body: { password: `a fine phrase ${randomUUID()}` } }),
  [`DELETE ${user}/factors`]: ownFactor,
  [`DELETE ${user}/factors/:factorId`]: ownFactor,
  [`GET ${user}/metadata`]: nothing,
  [`PUT ${user}/metadata/:key`]: () => ({ params: { key: "place" }, body: { value: "here" } }),
  [`DELETE ${user}/metadata/:key`]: ownMetadata,
  [`GET ${user}/sessions`]: nothing,
  [`DELETE ${user}/login-sessions/:loginSessionId`]: async (call) => {
    const { loginSessionId } = await signIn(call.grounds, call.id, "project");
    return { params: { loginSessionId } };
  },
  [`DELETE ${user}/app-sessions/:appSessionId`]: async (call) => {
    const { appSessionId } = await signIn(call.grounds, call.id, "project");
    return { params: { appSessionId } };
  },
  [`GET ${user}/consents`]: nothing,
  [`DELETE ${user}/consents/:applicationId`]: async ({ grounds: { make }, id }) => {
    const applicationId = await make.application("project", { plain: true });
    await make.run((tx) => agreed(tx, id, applicationId, ["openid"]));
    return { params: { applicationId } };
  },
  [`POST ${user}/sign-out`]: nothing,
  [`GET ${user}/manager-roles`]: nothing,
  [`GET ${user}/role-assignments`]: nothing,
};
