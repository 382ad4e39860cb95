/**
 * Project grants: what another organization may use of a project. The project's side decides what that is, the other
 * side whether it wants it.
 */
import Type, { type Static } from "typebox";
import { SignetError } from "../../errors/signet-error.ts";
import { acceptProjectGrant, refuseProjectGrant } from "../../identity/grant-answers.ts";
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
import { activation } from "../activation.ts";
import { change, create, list, pathParameter, type Route, read, remove } from "../route.ts";
import { closed, id, searched, stamp, stampView, time, toTime } from "../schemas.ts";
import { roleKeys } from "./project-roles.ts";

const tag = "Project grants";

const grantState = Type.Enum(["pending", "active", "inactive", "refused"], {
  description:
    "pending: the organization that it goes to has yet to accept it; refused: that organization does not want it, or has left",
});

const grantView = closed(
  {
    id,
    projectId: id,
    projectName: Type.String(),
    ownerOrganizationId: Type.String({ description: "The organization that owns the project" }),
    ownerOrganizationName: Type.String(),
    ownerOrganizationDomain: Type.String(),
    organizationId: Type.String({ description: "The organization that received it" }),
    organizationName: Type.String(),
    roleKeys: Type.Array(Type.String(), { description: "May be empty: its users may then sign in, and have no roles" }),
    state: grantState,
    acceptedAt: Type.Union([time, Type.Null()], {
      description:
        "When the organization that received it accepted it. Null while it is pending or refused, and where it is active or inactive " +
        "from before grants had to be accepted: it goes on, and waits to be confirmed",
    }),
    ...stamp,
  },
  { title: "ProjectGrant" },
);

function toGrantView(grant: ProjectGrant): Static<typeof grantView> {
  const { id, projectId, projectName, organizationId, organizationName, roleKeys, state, acceptedAt } = grant;
  const { ownerOrganizationId, ownerOrganizationName, ownerOrganizationDomain } = grant;
  return {
    ...{ id, projectId, projectName, ownerOrganizationId, ownerOrganizationName, ownerOrganizationDomain },
    ...{ organizationId, organizationName, roleKeys: [...roleKeys], state },
    acceptedAt: acceptedAt === undefined ? null : toTime(acceptedAt),
    ...stampView(grant),
  };
}

const answers = {
  accept: {
    give: acceptProjectGrant,
    detail:
      "From then on its users sign in to the applications of the project without being asked whether they agree, and these get the " +
      "metadata of those who do. One that was refused can be accepted as long as it is there; one from before is confirmed.",
  },
  refuse: {
    give: refuseProjectGrant,
    detail:
      "Also one that was accepted. With it go the role assignments that were made through it, and its managers. It can be accepted " +
      "again, and then begins with nobody.",
  },
} as const;

const grantChange = closed({ roleKeys }, { title: "ProjectGrantChange" });
const newGrant = closed(
  {
    organizationId: Type.Optional(id),
    organizationDomain: Type.Optional(
      Type.String({ maxLength: 4096, description: "Instead of its id, the domain of the organization" }),
    ),
    roleKeys,
  },
  { title: "NewProjectGrant" },
);

/** Who grants a project can list no other organizations: a domain is what people can tell each other. */
async function receiverOf(
  db: Database,
  { organizationId, organizationDomain }: Static<typeof newGrant>,
): Promise<string> {
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
  throw new SignetError("unknown_resource", "There is no organization with this domain", {
    field: "organizationDomain",
  });
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
    filters: { q: searched("A part of the name of the organization"), state: Type.Optional(grantState) },
    async handle({ db }, { params, query }, request) {
      const { id: projectId } = await readProject(db, params.projectId);
      const { items, next } = await listProjectGrants(
        db,
        { projectId },
        { ...request, q: query.q, state: query.state },
      );
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
    filters: { q: searched("A part of the name of the project"), state: Type.Optional(grantState) },
    async handle({ db }, { params, query }, request) {
      const { id: organizationId } = await readOrganization(db, params.organizationId);
      const { items, next } = await listProjectGrants(
        db,
        { organizationId },
        { ...request, q: query.q, state: query.state },
      );
      return { items: items.map(toGrantView), next };
    },
  }),
  ...(["accept", "refuse"] as const).map((answer) =>
    change({
      method: "POST",
      path: `/organizations/:organizationId/received-grants/:projectGrantId/${answer}`,
      tag,
      summary:
        answer === "accept"
          ? "Accept a project that was granted to an organization"
          : "Refuse a project grant, or leave it",
      detail: answers[answer].detail,
      permission: "project_grant.accept",
      at: "organization",
      params: { projectGrantId: pathParameter },
      answer: grantView,
      async handle({ tx, by }, { params }) {
        await answers[answer].give(tx, params, by);
        return toGrantView(await readProjectGrant(tx, params.projectGrantId));
      },
    }),
  ),
  create({
    path: "/projects/:projectId/grants",
    tag,
    summary: "Grant a project to another organization",
    detail:
      "Name the organization by its id or by its domain. The grant is pending, and gives nothing, until that organization accepts it; it " +
      "is accepted at once if you hold project_grant.accept there.",
    permission: "project_grant.write",
    at: "project",
    body: newGrant,
    answer: grantView,
    location: ({ id }) => `/project-grants/${id}`,
    async handle({ tx, by }, { params, body }) {
      const organizationId = await receiverOf(tx, body);
      return toGrantView(
        await grantProject(tx, { projectId: params.projectId, organizationId, roleKeys: body.roleKeys }, by),
      );
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
    detail:
      "A role that is taken out is at the same moment taken from everyone who had it through the grant. Further roles need no new " +
      "acceptance.",
    permission: "project_grant.write",
    at: "project_grant",
    body: grantChange,
    answer: grantView,
    versioned: true,
    handle: async ({ tx, version, by }, { params, body }) =>
      toGrantView(await changeProjectGrantRoles(tx, params.projectGrantId, { ...body, version }, by)),
  }),
  ...activation({
    path: "/project-grants/:projectGrantId",
    tag,
    noun: "a project grant",
    detail:
      "While it is inactive, what was given through it does not count, but is kept. One that is pending or refused is neither.",
    permission: "project_grant.write",
    at: "project_grant",
    answer: grantView,
    set: setProjectGrantState,
    view: async (tx, id) => toGrantView(await readProjectGrant(tx, id)),
  }),
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
