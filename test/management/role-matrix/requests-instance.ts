/**
 * Requests to the instance: its settings, policies, keys, mail, managers, events, and what concerns only the caller.
 */
import { builtInPolicies, type PolicyKind } from "../../../src/identity/policies/kinds.ts";
import { rotate } from "../../../src/keys/key-store.ts";
import { wholeExamples } from "../../../src/management/openapi/examples.ts";
import { by } from "../../support/world.ts";
import { nothing, type Prepare } from "./prepare.ts";

/** Read, set and reset one kind of policy. */
export function policyRequests(path: string, kind: PolicyKind): Record<string, Prepare> {
  return {
    [`GET ${path}`]: nothing,
    [`PUT ${path}`]: () => ({ body: builtInPolicies[kind] }),
    [`DELETE ${path}`]: nothing,
  };
}

/** List, set and remove the pictures of a branding. */
export function pictureRequests(path: string): Record<string, Prepare> {
  const params = { kind: "logo" };
  const body = wholeExamples.BrandingImageUpload;
  return {
    [`GET ${path}`]: nothing,
    [`PUT ${path}/:kind`]: () => ({ params, body }),
    [`DELETE ${path}/:kind`]: () => ({ params }),
  };
}

/** The one that was active until a moment ago: nobody needs it any more. */
const retiredKey: Prepare = async ({ grounds: { api }, caller }) => {
  const { keys, storage } = api.idp.node.services;
  const active = await storage.db
    .selectFrom("keys")
    .select("id")
    .where("algorithm", "=", "ES256")
    .orderBy("activates_at")
    .executeTakeFirstOrThrow();
  if (caller !== undefined) await rotate(keys, { algorithm: "ES256", immediately: true, ...by });
  return { params: { keyId: active.id } };
};

export const instanceRequests: Readonly<Record<string, Prepare>> = {
  "GET /me": nothing,
  "GET /me/permissions": ({ grounds: { organizations } }) => ({ query: { organizationId: organizations.home } }),
  "GET /roles": nothing,
  "GET /permissions": nothing,
  "GET /instance": nothing,
  "PATCH /instance": () => ({ body: { name: "Signet" } }),
  "GET /instance/managers": nothing,
  "POST /instance/managers": async ({ grounds: { make } }) => ({
    body: { userId: await make.human("home"), role: "IAM_OWNER_VIEWER" },
  }),
  "DELETE /instance/managers/:managerId": async ({ grounds: { make } }) => ({
    params: { managerId: await make.manager(await make.human("home"), "IAM_OWNER_VIEWER", { level: "iam" }) },
  }),
  "GET /instance/policies": nothing,
  ...policyRequests("/instance/policies/password", "password"),
  ...policyRequests("/instance/policies/registration", "registration"),
  "GET /instance/policies/registration/admits": nothing,
  ...policyRequests("/instance/policies/sessions", "sessions"),
  ...policyRequests("/instance/policies/throttling", "throttling"),
  ...policyRequests("/instance/policies/throttlingBounds", "throttlingBounds"),
  ...policyRequests("/instance/policies/secondFactor", "secondFactor"),
  ...policyRequests("/instance/policies/account", "account"),
  ...policyRequests("/instance/policies/languages", "languages"),
  ...policyRequests("/instance/policies/tokens", "tokens"),
  ...policyRequests("/instance/policies/events", "events"),
  ...policyRequests("/instance/branding", "branding"),
  ...pictureRequests("/instance/branding/images"),
  "GET /signing-keys": nothing,
  "POST /signing-keys/rotate": () => ({ body: { algorithm: "ES256" } }),
  "POST /signing-keys/enable": () => ({ body: { algorithm: "EdDSA" } }),
  "POST /signing-keys/:keyId/revoke": retiredKey,
  "GET /mail": nothing,
  "POST /mail/test": () => ({ body: { to: "somebody@mail.example" } }),
  "POST /tokens/inspect": ({ id }) => ({ body: { token: id } }),
  "POST /tokens/revoke": ({ id }) => ({ body: { token: id } }),
  "GET /events": () => ({ query: { limit: "5" } }),
  "GET /events/export": () => ({ query: { type: "instance" } }),
  "GET /usage": nothing,
  "GET /users": () => ({ query: { limit: "5" } }),
  "GET /service-users": () => ({ query: { limit: "5" } }),
};
