/** The roles of a project, and those of them that a project grant includes. */
import Type, { type Static } from "typebox";
import { readProjectGrant } from "../../identity/project-grants.ts";
import {
  addProjectRole,
  changeProjectRole,
  deleteProjectRole,
  listProjectRoles,
  type ProjectRole,
  readProjectRole,
} from "../../identity/project-roles.ts";
import { readProject } from "../../identity/projects.ts";
import { change, create, pathParameter, type Route, read, remove } from "../route.ts";
import { closed, id, stamp, text } from "../schemas.ts";

const tag = "Project roles";

/** As project grants and role assignments name them: all of them, not only those that change. */
export const roleKeys = Type.Array(Type.String(), { maxItems: 1000, description: "Keys of roles of the project" });

const roleView = closed(
  {
    projectId: id,
    key: Type.String({ description: "What tokens, grants and role assignments name it by; it never changes" }),
    displayName: Type.String(),
    group: Type.String({ description: "Roles of one group are shown together; may be empty" }),
    version: stamp.version,
  },
  { title: "ProjectRole" },
);

function toRoleView(projectId: string, { key, displayName, group, version }: ProjectRole): Static<typeof roleView> {
  return { projectId, key, displayName, group, version };
}

const roleList = closed({ items: Type.Array(roleView) }, { title: "ProjectRoleList" });
const roleChange = closed(
  { displayName: Type.Optional(text), group: Type.Optional(text) },
  { title: "ProjectRoleChange" },
);
const newRole = closed({ key: text, ...roleChange.properties }, { title: "NewProjectRole" });

export const projectRoleRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/projects/:projectId/roles",
    tag,
    summary: "List the roles of a project",
    detail: "All of them, sorted by key.",
    permission: "project_role.read",
    at: "project",
    answer: roleList,
    async handle({ db }, { params }) {
      const project = await readProject(db, params.projectId);
      return { items: (await listProjectRoles(db, project.id)).map((role) => toRoleView(project.id, role)) };
    },
  }),
  read({
    method: "GET",
    path: "/project-grants/:projectGrantId/roles",
    tag,
    summary: "List the roles that a project grant includes",
    detail: "For the organization that received it, which does not see the project's other roles.",
    permission: "project_role.read",
    at: "project_grant",
    answer: roleList,
    async handle({ db }, { params }) {
      const { projectId, roleKeys } = await readProjectGrant(db, params.projectGrantId);
      const granted = (await listProjectRoles(db, projectId)).filter(({ key }) => roleKeys.includes(key));
      return { items: granted.map((role) => toRoleView(projectId, role)) };
    },
  }),
  create({
    path: "/projects/:projectId/roles",
    tag,
    summary: "Add a role to a project",
    detail: "Without a displayName it is shown by its key.",
    permission: "project_role.write",
    at: "project",
    body: newRole,
    answer: roleView,
    location: ({ projectId, key }) => `/projects/${projectId}/roles/${encodeURIComponent(key)}`,
    handle: async ({ tx, by }, { params, body }) =>
      toRoleView(params.projectId, await addProjectRole(tx, params.projectId, body, by)),
  }),
  read({
    method: "GET",
    path: "/projects/:projectId/roles/:key",
    tag,
    summary: "Read a role of a project",
    permission: "project_role.read",
    at: "project",
    params: { key: pathParameter },
    answer: roleView,
    handle: async ({ db }, { params }) =>
      toRoleView(params.projectId, await readProjectRole(db, params.projectId, params.key)),
  }),
  change({
    method: "PATCH",
    path: "/projects/:projectId/roles/:key",
    tag,
    summary: "Change a role of a project",
    permission: "project_role.write",
    at: "project",
    params: { key: pathParameter },
    body: roleChange,
    answer: roleView,
    versioned: true,
    handle: async ({ tx, version, by }, { params, body }) =>
      toRoleView(params.projectId, await changeProjectRole(tx, params, { ...body, version }, by)),
  }),
  remove({
    path: "/projects/:projectId/roles/:key",
    tag,
    summary: "Delete a role of a project",
    detail: "It is taken out of every grant and from every user at the same moment.",
    permission: "project_role.delete",
    at: "project",
    params: { key: pathParameter },
    handle: ({ tx, by }, { params }) => deleteProjectRole(tx, params.projectId, params.key, by),
  }),
];
