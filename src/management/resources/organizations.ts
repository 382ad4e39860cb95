/** Organizations: what owns users and projects. */
import Type, { type Static } from "typebox";
import { countChosenDomain, refusePublicDomain } from "../../identity/chosen-domains.ts";
import { isLoopbackHost } from "../../identity/loopback.ts";
import { domainName } from "../../identity/names.ts";
import {
  changeOrganization,
  createOrganization,
  deleteOrganization,
  listOrganizations,
  type Organization,
  readOrganization,
  setOrganizationState,
} from "../../identity/organizations.ts";
import { type Effect, mayManageUsersOf } from "../../identity/permissions/take-over.ts";
import { type ManagerCall, refuseOverManager, requirePermission } from "../guard.ts";
import { type ChangeContext, type Context, change, create, list, type Route, read, remove } from "../route.ts";
import { closed, id, searched, stamp, stampView, state, text } from "../schemas.ts";

const tag = "Organizations";

const domain = Type.String({
  maxLength: 4096,
  description: "What login names of its users end with; no other organization has it",
});

export const organizationView = closed(
  { id, name: Type.String(), domain: Type.String(), state, ...stamp },
  { title: "Organization" },
);

function toOrganizationView(organization: Organization): Static<typeof organizationView> {
  const { id, name, domain, state } = organization;
  return { id, name, domain, state, ...stampView(organization) };
}

function ownHosts({ issuerUrl, baseUrl, loginUrl }: Context["services"]["addresses"]): string[] {
  return [issuerUrl, baseUrl, loginUrl].map((url) => new URL(url).hostname).filter((host) => !isLoopbackHost(host));
}

const newOrganization = closed({ name: text, domain }, { title: "NewOrganization" });
const organizationChange = closed({ ...Type.Partial(newOrganization).properties }, { title: "OrganizationChange" });

function maySetAnyDomain({ permissions }: Pick<ManagerCall, "permissions">): boolean {
  return permissions.has("organization_domain.write");
}

/**
 * What is done to an organization is done to its users: to their login names, or to whether they can sign in at all.
 */
async function refuseOverManagers(
  { tx, caller }: ChangeContext,
  organizationId: string,
  effect: Effect,
): Promise<void> {
  const reach = await mayManageUsersOf(tx, caller.subject.userId, organizationId, effect);
  refuseOverManager(reach, "Users of this organization are managers");
}

export const organizationRoutes: readonly Route[] = [
  list({
    path: "/organizations",
    tag,
    summary: "List organizations",
    detail:
      "All of them for who holds `organization.read` on the instance; for others those of which they are a manager.",
    permission: "any",
    at: "iam",
    item: organizationView,
    sorts: ["createdAt", "name", "domain"],
    filters: {
      q: searched("A part of the name, or what the domain begins with"),
      state: Type.Optional(state),
    },
    async handle({ db, caller }, { query }, request) {
      const managedBy = caller.permissions.has("organization.read") ? undefined : caller.subject.userId;
      const { items, next } = await listOrganizations(db, { ...query, ...request, managedBy });
      return { items: items.map(toOrganizationView), next };
    },
  }),
  create({
    path: "/organizations",
    tag,
    summary: "Create an organization",
    permission: "organization.create",
    at: "iam",
    body: newOrganization,
    answer: organizationView,
    location: ({ id }) => `/organizations/${id}`,
    handle: async ({ tx, by }, { body }) => toOrganizationView(await createOrganization(tx, body, by)),
  }),
  read({
    method: "GET",
    path: "/organizations/:organizationId",
    tag,
    summary: "Read an organization",
    permission: "organization.read",
    at: "organization",
    answer: organizationView,
    handle: async ({ db }, { params }) => toOrganizationView(await readOrganization(db, params.organizationId)),
  }),
  change({
    method: "PATCH",
    path: "/organizations/:organizationId",
    tag,
    summary: "Change an organization",
    detail:
      "Another domain changes the login names of all its users. It also needs `organization_domain.choose`, for one that is no public domain, that no other organization has and in which nobody outside has an e-mail address; or `organization_domain.write`, for any.",
    permission: "organization.write",
    at: "organization",
    body: organizationChange,
    answer: organizationView,
    versioned: true,
    async prepare({ caller, db, services: { addresses } }, { params: { organizationId }, body }) {
      if (body.domain === undefined || maySetAnyDomain(caller)) return;
      requirePermission(caller, "organization_domain.choose");
      const chosen = domainName(body.domain);
      if (chosen === (await readOrganization(db, organizationId)).domain) return;
      await countChosenDomain(db, organizationId);
      await refusePublicDomain(chosen, ownHosts(addresses));
    },
    async handle(context, { params: { organizationId }, body }) {
      const { tx, version, by, caller } = context;
      const { name, domain } = body;
      const anyDomain = maySetAnyDomain(caller);
      if (domain !== undefined) {
        if (!anyDomain) requirePermission(caller, "organization_domain.choose");
        await refuseOverManagers(context, organizationId, "acts_as");
      }
      const change = { name, ...(anyDomain ? { domain } : { chosenDomain: domain }), version };
      return toOrganizationView(await changeOrganization(tx, organizationId, change, by));
    },
  }),
  ...(["activate", "deactivate"] as const).map((verb) =>
    change({
      method: "POST",
      path: `/organizations/:organizationId/${verb}`,
      tag,
      summary: verb === "activate" ? "Activate an organization" : "Deactivate an organization",
      detail:
        verb === "activate"
          ? "Its users can sign in again, and people can sign in at its applications again."
          : "While it is inactive, its users cannot sign in anywhere, its owners included, and nobody can sign in at its applications. Only who manages the instance can activate it again.",
      permission: `organization.${verb}`,
      at: "organization",
      answer: organizationView,
      async handle(context, { params: { organizationId } }) {
        await refuseOverManagers(context, organizationId, verb === "activate" ? "acts_as" : "stops");
        await setOrganizationState(context.tx, organizationId, verb, context.by);
        return toOrganizationView(await readOrganization(context.tx, organizationId));
      },
    }),
  ),
  remove({
    path: "/organizations/:organizationId",
    tag,
    summary: "Delete an organization",
    detail:
      "With it go its users, projects, policies and metadata, the grants to it, and everything that belongs to those.",
    permission: "organization.delete",
    at: "organization",
    async handle(context, { params: { organizationId } }) {
      await refuseOverManagers(context, organizationId, "stops");
      await deleteOrganization(context.tx, organizationId, context.by);
    },
  }),
];
