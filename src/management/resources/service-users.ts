/**
 * Service users: what signs in by itself. What it signs in with is in service-user-credentials.ts and
 * personal-access-tokens.ts.
 */
import Type, { type Static } from "typebox";
import {
  changeServiceUser,
  createServiceUser,
  listServiceUsers,
  readServiceUser,
  type ServiceUser,
} from "../../identity/service-users/service-users.ts";
import { deleteUser, setUserState } from "../../identity/users/users.ts";
import { activation } from "../activation.ts";
import { change, create, list, type Route, read, remove } from "../route.ts";
import { closed, id, searched, stamp, stampView, state, text } from "../schemas.ts";
import { accessTokens } from "./application-schemas.ts";

const tag = "Service users";

const tokens = closed(accessTokens, {
  title: "ServiceUserTokens",
  description: "Its access tokens; whatever is left out follows the instance. What is out already stays as it is",
});

const serviceUserView = closed(
  {
    id: Type.String({ description: "Also its client_id, and the iss and sub of what it signs" }),
    organizationId: id,
    userName: Type.String(),
    loginName: Type.String({ description: "`name@domain`; it only names the service user, which has no password" }),
    name: Type.String(),
    description: Type.String(),
    hasSecret: Type.Boolean(),
    tokens,
    state,
    ...stamp,
  },
  { title: "ServiceUser" },
);

function toServiceUserView(user: ServiceUser): Static<typeof serviceUserView> {
  const { id, organizationId, userName, loginName, name, description, hasSecret } = user;
  // Only people are locked, or have an address to verify.
  const state = user.state === "active" ? "active" : "inactive";
  return {
    id,
    organizationId,
    userName,
    loginName,
    name,
    description,
    hasSecret,
    tokens: user.tokens,
    state,
    ...stampView(user),
  };
}

const optional = {
  name: Type.Optional(
    Type.String({ maxLength: 4096, description: "What people read; the user name where it is not given" }),
  ),
  description: Type.Optional(text),
  tokens: Type.Optional(tokens),
};
const newServiceUser = closed(
  { userName: Type.String({ maxLength: 4096, description: "Unique in the organization" }), ...optional },
  { title: "NewServiceUser" },
);
const serviceUserChange = closed({ userName: Type.Optional(text), ...optional }, { title: "ServiceUserChange" });

const filters = {
  q: searched("Beginnings of words of the name and the user name"),
  state: Type.Optional(state),
};

export const serviceUserRoutes: readonly Route[] = [
  list({
    path: "/service-users",
    tag,
    summary: "List the service users of all organizations",
    detail: "What is searched for comes in an order of its own.",
    permission: "service_user.read",
    at: "iam",
    item: serviceUserView,
    sorts: ["createdAt"],
    filters,
    async handle({ db }, { query }, request) {
      const { items, next } = await listServiceUsers(db, {
        ...request,
        searched: "all",
        q: query.q,
        state: query.state,
      });
      return { items: items.map(toServiceUserView), next };
    },
  }),
  list({
    path: "/organizations/:organizationId/service-users",
    tag,
    summary: "List the service users of an organization",
    detail: "What is searched for comes in an order of its own.",
    permission: "service_user.read",
    at: "organization",
    item: serviceUserView,
    sorts: ["createdAt", "userName"],
    filters,
    async handle({ db }, { params, query }, request) {
      const { organizationId } = params;
      const { items, next } = await listServiceUsers(db, {
        ...request,
        searched: "all",
        organizationId,
        q: query.q,
        state: query.state,
      });
      return { items: items.map(toServiceUserView), next };
    },
  }),
  create({
    path: "/organizations/:organizationId/service-users",
    tag,
    summary: "Create a service user",
    detail: "It can do nothing until it has a key, a secret or a personal access token.",
    permission: "service_user.write",
    at: "organization",
    body: newServiceUser,
    answer: serviceUserView,
    location: ({ id }) => `/service-users/${id}`,
    handle: async ({ tx, by }, { params, body }) =>
      toServiceUserView(await createServiceUser(tx, { ...body, ...params }, by)),
  }),
  read({
    method: "GET",
    path: "/service-users/:serviceUserId",
    tag,
    summary: "Read a service user",
    permission: "service_user.read",
    at: "service_user",
    answer: serviceUserView,
    handle: async ({ db }, { params }) => toServiceUserView(await readServiceUser(db, params.serviceUserId)),
  }),
  change({
    method: "PATCH",
    path: "/service-users/:serviceUserId",
    tag,
    summary: "Change a service user",
    detail:
      "What is left out stays. tokens is replaced as a whole, so that what is left out of it follows the instance again.",
    permission: "service_user.write",
    at: "service_user",
    body: serviceUserChange,
    answer: serviceUserView,
    versioned: true,
    handle: async ({ tx, version, by }, { params, body }) =>
      toServiceUserView(await changeServiceUser(tx, params.serviceUserId, { ...body, version }, by)),
  }),
  ...activation({
    path: "/service-users/:serviceUserId",
    tag,
    noun: "a service user",
    detail: { deactivate: "Every token of it stops working; its keys, secret and personal access tokens stay." },
    stops: true,
    permission: "service_user.write",
    at: "service_user",
    answer: serviceUserView,
    set: setUserState,
    view: async (tx, id) => toServiceUserView(await readServiceUser(tx, id)),
  }),
  remove({
    path: "/service-users/:serviceUserId",
    tag,
    summary: "Delete a service user",
    detail: "With it go its credentials, tokens, roles and metadata. The audit log stays.",
    permission: "service_user.delete",
    at: "service_user",
    effect: "stops",
    handle: ({ tx, by }, { params }) => deleteUser(tx, params.serviceUserId, by),
  }),
];
