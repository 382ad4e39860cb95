/**
 * The calls for one kind of policy at one place: read what holds there, decide it there, and return to what is
 * inherited.
 */
import Type, { type TSchema } from "typebox";
import type { Permission } from "../../identity/permissions/permissions.ts";
import { flooredKinds } from "../../identity/policies/floors.ts";
import type { PolicyKind, PolicySettings } from "../../identity/policies/kinds.ts";
import { type Policy, readPolicy, resetPolicy, setPolicy } from "../../identity/policies/policies.ts";
import type { Database } from "../../storage/database.ts";
import { type Context, change, type Route, read, remove } from "../route.ts";
import { closed } from "../schemas.ts";

export interface ServedPolicy {
  readonly kind: PolicyKind;
  readonly settings: TSchema;
  readonly tag: string;
  /** Of the API document's component. */
  readonly title: string;
  readonly at: "iam" | "organization";
  readonly path: `/${string}`;
  readonly permissions: { readonly read: Permission; readonly write: Permission; readonly reset: Permission };
  /** Where less than all settings may be sent: what is taken, what that means, and how the rest is filled in. */
  readonly given?: { readonly body: TSchema; readonly detail: string; readonly complete: (body: unknown) => unknown };
  /** What the answer to setting it tells beside the policy. */
  readonly addition?: {
    readonly schema: Readonly<Record<string, TSchema>>;
    read(db: Database, organizationId: string | undefined, settings: PolicySettings<PolicyKind>): Promise<object>;
  };
  /** What must be there before the settings hold. */
  readonly prepare?: (context: Context, settings: unknown) => Promise<void>;
}

/** `effective` is what holds: the settings as far as the instance asks for no more. */
export function policyView({
  kind,
  settings,
  title,
  addition,
}: Pick<ServedPolicy, "kind" | "settings" | "title" | "addition">): TSchema {
  return closed(
    {
      kind: Type.Literal(kind),
      from: Type.Enum(["organization", "instance", "built-in"], { description: "Who decided it" }),
      version: Type.Integer({
        description: "Of what was decided at this very place, also in the ETag; 0 while that is nothing",
      }),
      settings,
      ...(flooredKinds.has(kind) ? { effective: settings } : {}),
      ...addition?.schema,
    },
    { title },
  );
}

export async function readPolicyView(db: Database, kind: PolicyKind, organizationId: string | undefined) {
  return toPolicyView(kind, await readPolicy(db, kind, organizationId));
}

/** What an organization has decided is shown as it is stored: it holds again as soon as the instance asks for less. */
function toPolicyView(kind: PolicyKind, { from, version, decided, settings }: Policy<PolicyKind>) {
  return { kind, from, version, settings: decided, ...(flooredKinds.has(kind) ? { effective: settings } : {}) };
}

/** The instance's place has no parameter. */
export function organizationIdOf(params: { readonly organizationId?: string }): string | undefined {
  return params.organizationId;
}

export function policyRoutes(policy: ServedPolicy): readonly Route[] {
  const { kind, tag, at, path, permissions } = policy;
  const view = policyView(policy);
  const name = kind === "branding" ? "the branding" : `the policy \`${kind}\``;
  const place = at === "iam" ? "the instance" : "an organization";
  const floored = at === "organization" && flooredKinds.has(kind);
  const seen = floored
    ? "What was decided for it, whoever decided it, and in `effective` what holds: never less than the instance asks for."
    : "What holds there, whoever decided it.";
  const floor = floored
    ? " They are stored as they are sent, and hold as far as the instance asks for no more: see `effective` in the answer."
    : "";
  return [
    read({
      method: "GET",
      path,
      tag,
      summary: `Read ${name} of ${place}`,
      detail: seen,
      permission: permissions.read,
      at,
      answer: view,
      handle: ({ db }, { params }) => readPolicyView(db, kind, organizationIdOf(params)),
    }),
    change({
      method: "PUT",
      path,
      tag,
      summary: `Set ${name} of ${place}`,
      detail: `${policy.given?.detail ?? "All settings at once."} With \`If-Match: "0"\`, only if nothing was decided here yet.${floor}`,
      permission: permissions.write,
      at,
      body: policy.given?.body ?? policy.settings,
      answer: view,
      versioned: true,
      prepare: async (context, { body }) => policy.prepare?.(context, body),
      async handle({ tx, version, by }, { params, body }) {
        const organizationId = organizationIdOf(params);
        const settings = policy.given?.complete(body) ?? body;
        const set = await setPolicy(tx, kind, { organizationId, settings, version }, by);
        return { ...toPolicyView(kind, set), ...(await policy.addition?.read(tx, organizationId, set.settings)) };
      },
    }),
    remove({
      path,
      tag,
      summary: `Reset ${name} of ${place}`,
      detail: at === "iam" ? "The built-in settings hold again." : "The instance's settings hold again.",
      permission: permissions.reset,
      at,
      versioned: true,
      handle: ({ tx, version, by }, { params }) =>
        resetPolicy(tx, kind, { organizationId: organizationIdOf(params), version }, by),
    }),
  ];
}
