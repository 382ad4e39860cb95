/** People: finding them, making them, changing what they are called, their states, deleting them. */
import Type, { type Static } from "typebox";
import { SignetError } from "../../errors/signet-error.ts";
import { lockRow } from "../../identity/changes.ts";
import { changeHuman, createHuman, type HumanChange, listHumans, readHuman } from "../../identity/users/humans.ts";
import { requestMail } from "../../identity/users/mail-requests.ts";
import { newcomersPassword } from "../../identity/users/new-password.ts";
import { deleteUser, setUserState } from "../../identity/users/users.ts";
import type { Transaction } from "../../storage/database.ts";
import { requirePermission } from "../guard.ts";
import { change, create, list, type Route, read, remove } from "../route.ts";
import { closed, text, userWords } from "../schemas.ts";
import { orRefuse } from "./new-password.ts";
import { listedUser, toListedUser, toUserView, userInput, userState, userView } from "./user-views.ts";

const tag = "Users";

const { userName, ...furtherInput } = userInput;
const furtherFields = Type.Partial(closed(furtherInput)).properties;
const userChange = closed({ userName: Type.Optional(userName), ...furtherFields }, { title: "UserChange" });
const newUser = closed(
  {
    userName,
    ...furtherFields,
    email: Type.Optional(text),
    emailVerified: Type.Optional(Type.Boolean({ description: "You vouch for the address" })),
    password: Type.Optional(text),
    passwordChangeRequired: Type.Optional(
      Type.Boolean({ description: "The password must be changed when it is first used" }),
    ),
    invite: Type.Optional(Type.Boolean({ description: "Send a mail with a link to choose the first password" })),
  },
  { title: "NewUser" },
);

const filters = {
  q: userWords,
  state: Type.Optional(userState),
};

const verbs = {
  activate: { summary: "Activate a person" },
  deactivate: {
    summary: "Deactivate a person",
    detail: "Every session and token of theirs ends, and does not come back when they do.",
    effect: "stops",
  },
  lock: {
    summary: "Lock a person out",
    detail: "Every session and token of theirs ends. Only a manager can unlock them.",
    effect: "stops",
  },
  unlock: { summary: "Unlock a person" },
} as const;

export const userRoutes: readonly Route[] = [
  list({
    path: "/users",
    tag,
    summary: "List the people of all organizations",
    detail: "What is searched for comes in an order of its own.",
    permission: "user.read",
    at: "iam",
    item: listedUser,
    sorts: ["createdAt"],
    filters,
    async handle({ db }, { query }, request) {
      const { items, next } = await listHumans(db, { ...request, searched: "all", q: query.q, state: query.state });
      return { items: items.map(toListedUser), next };
    },
  }),
  list({
    path: "/organizations/:organizationId/users",
    tag,
    summary: "List the people of an organization",
    detail: "What is searched for comes in an order of its own.",
    permission: "user.read",
    at: "organization",
    item: listedUser,
    sorts: ["createdAt", "userName"],
    filters,
    async handle({ db }, { params, query }, request) {
      const { organizationId } = params;
      const { items, next } = await listHumans(db, {
        ...request,
        searched: "all",
        organizationId,
        q: query.q,
        state: query.state,
      });
      return { items: items.map(toListedUser), next };
    },
  }),
  create({
    path: "/organizations/:organizationId/users",
    tag,
    summary: "Create a person",
    detail:
      "With a password, with an invitation to choose one, or with neither for now. A password also asks for user_credential.write.",
    permission: "user.write",
    at: "organization",
    body: newUser,
    answer: userView,
    location: ({ id }) => `/users/${id}`,
    async prepare({ services, caller, hashRequester: requester }, { params: { organizationId }, body }) {
      refuseContradictions(body);
      const { password, userName, email } = body;
      if (password === undefined) return undefined;
      requirePermission(caller, "user_credential.write");
      return orRefuse(await newcomersPassword(services, { organizationId, userName, email }, { password, requester }));
    },
    async handle({ tx, by }, { params, body }, passwordHash) {
      const { password: _, invite, ...given } = body;
      const human = await createHuman(tx, { ...given, ...params, passwordHash }, by);
      if (invite) await requestMail(tx, { kind: "invitation", userId: human.id }, by);
      return toUserView(human);
    },
    after: ({ services }, { body }) => body.invite && services.mail.wake(),
  }),
  read({
    method: "GET",
    path: "/users/:userId",
    tag,
    summary: "Read a person",
    permission: "user.read",
    at: "user",
    answer: userView,
    handle: async ({ db }, { params }) => toUserView(await readHuman(db, params.userId)),
  }),
  change({
    method: "PATCH",
    path: "/users/:userId",
    tag,
    summary: "Change a person",
    detail:
      "A phone number that changes is unverified unless you say otherwise. The e-mail address and the password have calls of their own.",
    permission: "user.write",
    at: "user",
    body: userChange,
    answer: userView,
    versioned: true,
    async handle({ tx, version, by }, { params, body }) {
      return toUserView(
        await changeHuman(tx, params.userId, { ...(await toChange(tx, params.userId, body)), version }, by),
      );
    },
  }),
  ...(["activate", "deactivate", "lock", "unlock"] as const).map((verb) =>
    change({
      ...verbs[verb],
      method: "POST",
      path: `/users/:userId/${verb}`,
      tag,
      permission: "user.write",
      at: "user",
      answer: userView,
      async handle({ tx, by }, { params }) {
        await setUserState(tx, params.userId, verb, by);
        return toUserView(await readHuman(tx, params.userId));
      },
    }),
  ),
  remove({
    path: "/users/:userId",
    tag,
    summary: "Delete a person",
    detail: "With them go their sessions, credentials, roles and metadata. The audit log stays.",
    permission: "user.delete",
    at: "user",
    effect: "stops",
    handle: ({ tx, by }, { params }) => deleteUser(tx, params.userId, by),
  }),
];

function refuseContradictions({ password, passwordChangeRequired, invite, email }: Static<typeof newUser>): void {
  const refuse = (field: string, message: string) => new SignetError("invalid_input", message, { field });
  if (invite && password !== undefined)
    throw refuse("invite", "invite asks the person to choose a password; leave out invite or password");
  if (invite && !email) throw refuse("email", "email is missing; an invitation has to be sent somewhere");
  if (passwordChangeRequired && password === undefined) {
    throw refuse("passwordChangeRequired", "passwordChangeRequired has no meaning without a password");
  }
}

/** Number and flag are changed together, so what is given of them is put beside what is stored. */
async function toChange(tx: Transaction, userId: string, body: Static<typeof userChange>): Promise<HumanChange> {
  const { phone, phoneVerified, ...change } = body;
  if (phone === undefined && phoneVerified === undefined) return change;
  await lockRow(tx, "users", userId);
  const stored = await readHuman(tx, userId);
  const number = phone ?? stored.phone;
  return { ...change, phone: { number, verified: phoneVerified ?? (number === stored.phone && stored.phoneVerified) } };
}
