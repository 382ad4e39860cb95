/** Role assignments: which user has which roles of a project, directly or through a project grant. */
import Type, { type Static } from "typebox";
import { readProjectGrant } from "../../identity/project-grants.ts";
import { readProject } from "../../identity/projects.ts";
import {
  assignRoles,
  changeAssignedRoles,
  deleteRoleAssignment,
  listRoleAssignments,
  type RoleAssignment,
  readRoleAssignment,
  setRoleAssignmentState,
} from "../../identity/role-assignments.ts";
import { readServiceUser } from "../../identity/service-users/service-users.ts";
import { readHuman } from "../../identity/users/humans.ts";
import { activation } from "../activation.ts";
import { change, create, list, type Route, read, remove } from "../route.ts";
import { closed, id, partOfUser, searched, stamp, stampView, state, userSummary } from "../schemas.ts";
import { roleKeys } from "./project-roles.ts";

const tag = "Role assignments";

const assignmentView = closed(
  {
    id,
    user: userSummary,
    projectId: id,
    projectName: Type.String(),
    projectGrantId: Type.Optional(
      Type.String({
        description: "The grant it was made through; absent for users of the organization that owns the project",
      }),
    ),
    roleKeys: Type.Array(Type.String()),
    state,
    ...stamp,
  },
  { title: "RoleAssignment" },
);

function toAssignmentView(assignment: RoleAssignment): Static<typeof assignmentView> {
  const { id, user, projectId, projectName, projectGrantId, roleKeys, state } = assignment;
  return {
    ...{ id, user, projectId, projectName },
    ...(projectGrantId === undefined ? {} : { projectGrantId }),
    roleKeys: [...roleKeys],
    state,
    ...stampView(assignment),
  };
}

const assignmentChange = closed({ roleKeys }, { title: "RoleAssignmentChange" });
const newAssignment = closed({ userId: id, roleKeys }, { title: "NewRoleAssignment" });

const location = ({ id }: { readonly id: string }) => `/role-assignments/${id}` as const;

/** What the four lists have in common. */
const listed = { tag, permission: "role_assignment.read", item: assignmentView, sorts: ["createdAt"] } as const;

type Request = Parameters<typeof listRoleAssignments>;

async function page(db: Request[0], of: Request[1], request: Request[2]) {
  const { items, next } = await listRoleAssignments(db, of, request);
  return { items: items.map(toAssignmentView), next };
}

export const roleAssignmentRoutes: readonly Route[] = [
  list({
    ...listed,
    filters: { q: partOfUser },
    path: "/projects/:projectId/role-assignments",
    summary: "List who has roles in a project",
    detail: "Those who have them through a project grant included.",
    at: "project",
    handle: async ({ db }, { params, query }, request) =>
      page(db, { projectId: (await readProject(db, params.projectId)).id }, { ...request, q: query.q }),
  }),
  list({
    ...listed,
    filters: { q: partOfUser },
    path: "/project-grants/:projectGrantId/role-assignments",
    summary: "List who has roles through a project grant",
    at: "project_grant",
    handle: async ({ db }, { params, query }, request) =>
      page(db, { projectGrantId: (await readProjectGrant(db, params.projectGrantId)).id }, { ...request, q: query.q }),
  }),
  list({
    ...listed,
    filters: { q: searched("A part of the name of the project") },
    path: "/users/:userId/role-assignments",
    summary: "List the roles of a person",
    at: "user",
    handle: async ({ db }, { params, query }, request) =>
      page(db, { userId: (await readHuman(db, params.userId)).id }, { ...request, q: query.q }),
  }),
  list({
    ...listed,
    filters: { q: searched("A part of the name of the project") },
    path: "/service-users/:serviceUserId/role-assignments",
    summary: "List the roles of a service user",
    at: "service_user",
    handle: async ({ db }, { params, query }, request) =>
      page(db, { userId: (await readServiceUser(db, params.serviceUserId)).id }, { ...request, q: query.q }),
  }),
  create({
    path: "/projects/:projectId/role-assignments",
    tag,
    summary: "Give a user roles in a project",
    detail: "A user of another organization gets them through the grant to it, which must include them.",
    permission: "role_assignment.write",
    at: "project",
    body: newAssignment,
    answer: assignmentView,
    location,
    handle: async ({ tx, by }, { params, body }) =>
      toAssignmentView(await assignRoles(tx, { projectId: params.projectId, ...body }, by)),
  }),
  create({
    path: "/project-grants/:projectGrantId/role-assignments",
    tag,
    summary: "Give a user roles through a project grant",
    detail: "Only users of the organization that received the grant, and only roles that the grant includes.",
    permission: "role_assignment.write",
    at: "project_grant",
    body: newAssignment,
    answer: assignmentView,
    location,
    async handle({ tx, by }, { params, body }) {
      const { id: projectGrantId, projectId } = await readProjectGrant(tx, params.projectGrantId);
      return toAssignmentView(await assignRoles(tx, { projectId, projectGrantId, ...body }, by));
    },
  }),
  read({
    method: "GET",
    path: "/role-assignments/:roleAssignmentId",
    tag,
    summary: "Read a role assignment",
    permission: "role_assignment.read",
    at: "role_assignment",
    answer: assignmentView,
    handle: async ({ db }, { params }) => toAssignmentView(await readRoleAssignment(db, params.roleAssignmentId)),
  }),
  change({
    method: "PATCH",
    path: "/role-assignments/:roleAssignmentId",
    tag,
    summary: "Change which roles a user has",
    permission: "role_assignment.write",
    at: "role_assignment",
    body: assignmentChange,
    answer: assignmentView,
    versioned: true,
    handle: async ({ tx, version, by }, { params, body }) =>
      toAssignmentView(await changeAssignedRoles(tx, params.roleAssignmentId, { ...body, version }, by)),
  }),
  ...activation({
    path: "/role-assignments/:roleAssignmentId",
    tag,
    noun: "a role assignment",
    permission: "role_assignment.write",
    at: "role_assignment",
    answer: assignmentView,
    set: setRoleAssignmentState,
    view: async (tx, id) => toAssignmentView(await readRoleAssignment(tx, id)),
  }),
  remove({
    path: "/role-assignments/:roleAssignmentId",
    tag,
    summary: "Take a user's roles in a project away",
    permission: "role_assignment.delete",
    at: "role_assignment",
    handle: ({ tx, by }, { params }) => deleteRoleAssignment(tx, params.roleAssignmentId, by),
  }),
];
