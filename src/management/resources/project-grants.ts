/** Project grants: what another organization may use of a project. The project's side decides that; the other side only sees it. */
import Type, { type Static } from "typebox";
import { SignetError } from "../../errors/signet-error.ts";
import { invalid } from "../../identity/names.ts";
import { findOrganizationByDomain, readOrganization } from "../../identity/organizations.ts";
import {
  changeProjectGrantRoles,
  deleteProjectGrant,
  grantProject,
  listProjectGrants,
  type ProjectGrant,
  readProjectGrant,
  setProjectGrantState,
} from "../../identity/project-grants.ts";
import { readProject } from "../../identity/projects.ts";
import type { Database } from "../../storage/database.ts";
import { change, create, list, type Route, read, remove } from "../route.ts";
import { closed, id, searched, stamp, stampView, state } from "../schemas.ts";
import { roleKeys } from "./project-roles.ts";

const tag = "Project grants";

const grantView = closed(
  {
    id,
    projectId: id,
    projectName: Type.String(),
    ownerOrganizationId: Type.String({ description: "The organization that owns the project" }),
    organizationId: Type.String({ description: "The organization that received it" }),
    organizationName: Type.String(),
    roleKeys: Type.Array(Type.String(), { description: "May be empty: its users may then sign in, and have no roles" }),
    state,
    ...stamp,
  },
  { title: "ProjectGrant" },
);

function toGrantView(grant: ProjectGrant): Static<typeof grantView> {
  const { id, projectId, projectName, ownerOrganizationId, organizationId, organizationName, roleKeys, state } = grant;
  const names = { id, projectId, projectName, ownerOrganizationId, organizationId, organizationName };
  return { ...names, roleKeys: [...roleKeys], state, ...stampView(grant) };
}

const grantChange = closed({ roleKeys }, { title: "ProjectGrantChange" });
const newGrant = closed(
  {
    organizationId: Type.Optional(id),
    organizationDomain: Type.Optional(Type.String({ maxLength: 4096, description: "Instead of its id, the domain of the organization" })),
    roleKeys,
  },
  { title: "NewProjectGrant" },
);

/** Who grants a project can list no other organizations: a domain is what people can tell each other. */
async function receiverOf(db: Database, { organizationId, organizationDomain }: Static<typeof newGrant>): Promise<string> {
  if ((organizationId === undefined) === (organizationDomain === undefined)) {
    throw invalid("organizationId", "Give either organizationId or organizationDomain, and not both");
  }
  if (organizationDomain === undefined) return organizationId ?? "";
  const organization = await findOrganizationByDomain(db, organizationDomain).catch((error) => {
    // It is said of `domain`, which is no field here.
    if (!(error instanceof SignetError) || error.code !== "invalid_input") throw error;
    throw invalid("organizationDomain", "organizationDomain must be a domain name such as acme.example");
  });
  if (organization !== undefined) return organization.id;
  throw new SignetError("unknown_resource", "There is no organization with this domain", { field: "organizationDomain" });
}

export const projectGrantRoutes: readonly Route[] = [
  list({
    path: "/projects/:projectId/grants",
    tag,
    summary: "List the grants of a project",
    permission: "project_grant.read",
    at: "project",
    item: grantView,
    sorts: ["createdAt"],
    filters: { q: searched("A part of the name of the organization") },
    async handle({ db }, { params, query }, request) {
      const { id: projectId } = await readProject(db, params.projectId);
      const { items, next } = await listProjectGrants(db, { projectId }, { ...request, q: query.q });
      return { items: items.map(toGrantView), next };
    },
  }),
  list({
    path: "/organizations/:organizationId/received-grants",
    tag,
    summary: "List the grants that an organization received",
    permission: "project_grant.read",
    at: "organization",
    item: grantView,
    sorts: ["createdAt"],
    filters: { q: searched("A part of the name of the project") },
    async handle({ db }, { params, query }, request) {
      const { id: organizationId } = await readOrganization(db, params.organizationId);
      const { items, next } = await listProjectGrants(db, { organizationId }, { ...request, q: query.q });
      return { items: items.map(toGrantView), next };
    },
  }),
  create({
    path: "/projects/:projectId/grants",
    tag,
    summary: "Grant a project to another organization",
    detail: "Name the organization by its id or by its domain.",
    permission: "project_grant.write",
    at: "project",
    body: newGrant,
    answer: grantView,
    location: ({ id }) => `/project-grants/${id}`,
    async handle({ tx, by }, { params, body }) {
      const organizationId = await receiverOf(tx, body);
      return toGrantView(await grantProject(tx, { projectId: params.projectId, organizationId, roleKeys: body.roleKeys }, by));
    },
  }),
  read({
    method: "GET",
    path: "/project-grants/:projectGrantId",
    tag,
    summary: "Read a project grant",
    permission: "project_grant.read",
    at: "project_grant",
    answer: grantView,
    handle: async ({ db }, { params }) => toGrantView(await readProjectGrant(db, params.projectGrantId)),
  }),
  change({
    method: "PATCH",
    path: "/project-grants/:projectGrantId",
    tag,
    summary: "Change which roles a project grant includes",
    detail: "A role that is taken out is at the same moment taken from everyone who had it through the grant.",
    permission: "project_grant.write",
    at: "project_grant",
    body: grantChange,
    answer: grantView,
    versioned: true,
    handle: async ({ tx, version, by }, { params, body }) =>
      toGrantView(await changeProjectGrantRoles(tx, params.projectGrantId, { ...body, version }, by)),
  }),
  ...(["activate", "deactivate"] as const).map((verb) =>
    change({
      method: "POST",
      path: `/project-grants/:projectGrantId/${verb}`,
      tag,
      summary: verb === "activate" ? "Activate a project grant" : "Deactivate a project grant",
      detail: "While it is inactive, what was given through it does not count, but is kept.",
      permission: "project_grant.write",
      at: "project_grant",
      answer: grantView,
      async handle({ tx, by }, { params }) {
        await setProjectGrantState(tx, params.projectGrantId, verb, by);
        return toGrantView(await readProjectGrant(tx, params.projectGrantId));
      },
    }),
  ),
  remove({
    path: "/project-grants/:projectGrantId",
    tag,
    summary: "Take a project grant back",
    detail: "With it go the role assignments that were made through it, and its managers.",
    permission: "project_grant.delete",
    at: "project_grant",
    handle: ({ tx, by }, { params }) => deleteProjectGrant(tx, params.projectGrantId, by),
  }),
];
