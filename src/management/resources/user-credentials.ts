/**
 * What a person proves with who they are. Managers set a password or have it reset; other factors they can only take
 * away.
 */
import Type, { type Static } from "typebox";
import { type Factor, listFactors, removeAllFactors, removeFactor } from "../../identity/users/factors.ts";
import { requestMail } from "../../identity/users/mail-requests.ts";
import { newPassword } from "../../identity/users/new-password.ts";
import { readPassword, setPassword } from "../../identity/users/passwords.ts";
import { change, pathParameter, type Route, read, remove } from "../route.ts";
import { closed, id, text, time, toTime } from "../schemas.ts";
import { orRefuse } from "./new-password.ts";

const tag = "User credentials";

const factorView = closed({
  id,
  kind: Type.Enum(["passkey", "totp", "email_code", "recovery_codes"]),
  name: Type.String(),
  createdAt: time,
  lastUsedAt: Type.Optional(time),
});

const credentialsView = closed(
  {
    password: closed({
      set: Type.Boolean(),
      changedAt: Type.Optional(time),
      changeRequired: Type.Boolean({ description: "It must be changed when it is next used" }),
    }),
    factors: Type.Array(factorView),
  },
  { title: "UserCredentials" },
);

function toFactorView({ id, kind, name, createdAt, lastUsedAt }: Factor): Static<typeof factorView> {
  return {
    id,
    kind,
    name,
    createdAt: toTime(createdAt),
    ...(lastUsedAt === null ? {} : { lastUsedAt: toTime(lastUsedAt) }),
  };
}

const givenPassword = closed(
  {
    password: text,
    changeRequired: Type.Optional(Type.Boolean({ description: "It must be changed when it is first used" })),
  },
  { title: "NewPassword" },
);

export const userCredentialRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/users/:userId/credentials",
    tag,
    summary: "Read which credentials a person has",
    detail: "Never what they are.",
    permission: "user_credential.read",
    at: "user",
    answer: credentialsView,
    async handle({ db }, { params }) {
      const password = await readPassword(db, params.userId);
      const changedAt = password?.changedAt ?? undefined;
      return {
        password: {
          set: typeof password?.hash === "string",
          changeRequired: password?.changeRequired ?? false,
          ...(changedAt === undefined ? {} : { changedAt: toTime(changedAt) }),
        },
        factors: (await listFactors(db, params.userId)).map(toFactorView),
      };
    },
  }),
  change({
    method: "PUT",
    path: "/users/:userId/password",
    tag,
    summary: "Set a person's password",
    detail: "It must meet the password policy of their organization. Every session and token of theirs ends.",
    permission: "user_credential.write",
    at: "user",
    body: givenPassword,
    async prepare({ services, hashRequester: requester }, { params: { userId }, body: { password } }) {
      return orRefuse(await newPassword(services, { userId, chosenBy: "manager", password, requester }));
    },
    async handle({ tx, by }, { params, body }, hash) {
      await setPassword(tx, params.userId, { hash, changeRequired: body.changeRequired ?? false }, by);
      return undefined;
    },
  }),
  change({
    method: "POST",
    path: "/users/:userId/send-password-reset",
    tag,
    summary: "Send a person the mail that resets their password",
    detail: "The password they have keeps working until they use the link.",
    permission: "user_credential.write",
    at: "user",
    async handle({ tx, by }, { params }) {
      await requestMail(tx, { kind: "reset_password", userId: params.userId }, by);
      return undefined;
    },
    after: ({ services }) => services.mail.wake(),
  }),
  remove({
    path: "/users/:userId/factors/:factorId",
    tag,
    summary: "Remove a second factor or passkey of a person",
    detail: "Every session and token of theirs ends.",
    permission: "user_credential.delete",
    at: "user",
    params: { factorId: pathParameter },
    handle: ({ tx, by }, { params }) => removeFactor(tx, params.userId, { factorId: params.factorId }, by),
  }),
  remove({
    path: "/users/:userId/factors",
    tag,
    summary: "Remove all second factors and passkeys of a person",
    detail: "For somebody who has lost them. Every session and token of theirs ends.",
    permission: "user_credential.delete",
    at: "user",
    async handle({ tx, by }, { params }) {
      await removeAllFactors(tx, params.userId, by);
    },
  }),
];
