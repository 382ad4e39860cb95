/** Policies: what the instance decides for everybody, and an organization for its own users instead. */
import Type, { type TSchema } from "typebox";
import { instanceOnly, isPolicyKind, type PolicyKind } from "../../identity/policies/kinds.ts";
import { policySchemas } from "../../identity/policies/schemas.ts";
import { policySettings } from "../../identity/policies/validate.ts";
import { ensureKeys } from "../../keys/key-store.ts";
import { type Context, type Route, read } from "../route.ts";
import { closed } from "../schemas.ts";
import { admittingRoute, whomItLetsIn } from "./admitting-projects.ts";
import { organizationIdOf, policyRoutes, policyView, readPolicyView, type ServedPolicy } from "./policy-routes.ts";

const tag = "Policies";

const places = {
  iam: {
    path: "/instance/policies",
    name: "the instance",
    permissions: { read: "instance_policy.read", write: "instance_policy.write", reset: "instance_policy.write" },
    kinds: policyKinds(),
  },
  organization: {
    path: "/organizations/:organizationId/policies",
    name: "an organization",
    permissions: {
      read: "organization_policy.read",
      write: "organization_policy.write",
      reset: "organization_policy.delete",
    },
    kinds: policyKinds().filter((kind) => !instanceOnly.has(kind)),
  },
} as const;

/** Branding is a policy too, with calls and permissions of its own. */
function policyKinds(): PolicyKind[] {
  return Object.keys(policySchemas)
    .filter(isPolicyKind)
    .filter((kind) => kind !== "branding");
}

function served(kind: PolicyKind, at: keyof typeof places): ServedPolicy {
  const { path, permissions } = places[at];
  const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Policy`;
  const settings = closed(policySchemas[kind].properties, { title: `${title}Settings` });
  const more = {
    ...(kind === "tokens" ? { prepare: haveKeys } : {}),
    ...(kind === "registration" ? { addition: whomItLetsIn } : {}),
  };
  return { kind, settings, tag, title, at, path: `${path}/${kind}`, permissions, ...more };
}

/** Once an algorithm may be chosen, tokens are signed with it: its keys are there before that. */
async function haveKeys({ services: { keys, tokens }, by }: Context, settings: unknown): Promise<void> {
  await ensureKeys(keys, policySettings("tokens", settings).idTokenAlgorithms, by);
  await tokens.ring.refresh();
}

function routesAt(at: keyof typeof places): readonly Route[] {
  const { path, name, permissions, kinds } = places[at];
  const policies = kinds.map((kind) => served(kind, at));
  const anyPolicy: TSchema = Type.Union(policies.map(policyView));
  const all = read({
    method: "GET",
    path,
    tag,
    summary: `Read all policies of ${name}`,
    detail:
      "What was decided there, whoever decided it, and in `effective` what holds where the instance sets a floor. Branding has a call of its own.",
    permission: permissions.read,
    at,
    answer: closed({ items: Type.Array(anyPolicy) }),
    async handle({ db }, { params }) {
      const organizationId = organizationIdOf(params);
      return { items: await Promise.all(kinds.map((kind) => readPolicyView(db, kind, organizationId))) };
    },
  });
  return [
    all,
    ...policies.flatMap(policyRoutes),
    admittingRoute({ at, path, name, permission: permissions.read, tag }),
  ];
}

export const policiesRoutes: readonly Route[] = [...routesAt("iam"), ...routesAt("organization")];
