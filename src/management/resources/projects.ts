/** Projects: what holds applications and roles. */
import Type, { type Static } from "typebox";
import { addManager } from "../../identity/managers.ts";
import { readOrganization } from "../../identity/organizations.ts";
import { mayGive } from "../../identity/permissions/ceiling.ts";
import {
  changeProject,
  createProject,
  deleteProject,
  listProjects,
  type Project,
  readProject,
  setProjectState,
} from "../../identity/projects.ts";
import { activation } from "../activation.ts";
import { change, create, list, type Route, read, remove } from "../route.ts";
import { closed, id, partOfName, stamp, stampView, state, text } from "../schemas.ts";

const tag = "Projects";

const settings = {
  projectCheck: Type.Boolean({
    description: "Only users of the owning organization, and of those it is granted to, may sign in",
  }),
  roleCheck: Type.Boolean({ description: "Only users who have a role in the project may sign in" }),
  roleAssertion: Type.Boolean({ description: "Roles are in the tokens without being asked for by scope" }),
};

export const projectView = closed(
  { id, organizationId: id, name: Type.String(), ...settings, state, ...stamp },
  { title: "Project" },
);

export function toProjectView(project: Project): Static<typeof projectView> {
  const { id, organizationId, name, projectCheck, roleCheck, roleAssertion, state } = project;
  return { id, organizationId, name, projectCheck, roleCheck, roleAssertion, state, ...stampView(project) };
}

const newProject = closed({ name: text, ...Type.Partial(closed(settings)).properties }, { title: "NewProject" });
const projectChange = closed({ ...Type.Partial(newProject).properties }, { title: "ProjectChange" });

export const projectRoutes: readonly Route[] = [
  list({
    path: "/organizations/:organizationId/projects",
    tag,
    summary: "List the projects of an organization",
    permission: "project.read",
    at: "organization",
    item: projectView,
    sorts: ["createdAt", "name"],
    filters: { q: partOfName, state: Type.Optional(state) },
    async handle({ db }, { params, query }, request) {
      const organization = await readOrganization(db, params.organizationId);
      const { items, next } = await listProjects(db, organization.id, { ...query, ...request });
      return { items: items.map(toProjectView), next };
    },
  }),
  create({
    path: "/organizations/:organizationId/projects",
    tag,
    summary: "Create a project",
    detail: "Whoever could not manage it otherwise becomes its PROJECT_OWNER.",
    permission: "project.create",
    at: "organization",
    body: newProject,
    answer: projectView,
    location: ({ id }) => `/projects/${id}`,
    async handle({ tx, caller, by }, { params, body }) {
      const project = await createProject(tx, { organizationId: params.organizationId, ...body }, by);
      if (!mayGive(caller.permissions, "PROJECT_OWNER").allowed) {
        const place = { level: "project", projectId: project.id } as const;
        await addManager(tx, { userId: caller.subject.userId, role: "PROJECT_OWNER", place }, by);
      }
      return toProjectView(project);
    },
  }),
  read({
    method: "GET",
    path: "/projects/:projectId",
    tag,
    summary: "Read a project",
    permission: "project.read",
    at: "project",
    answer: projectView,
    handle: async ({ db }, { params }) => toProjectView(await readProject(db, params.projectId)),
  }),
  change({
    method: "PATCH",
    path: "/projects/:projectId",
    tag,
    summary: "Change a project",
    permission: "project.write",
    at: "project",
    body: projectChange,
    answer: projectView,
    versioned: true,
    handle: async ({ tx, version, by }, { params, body }) =>
      toProjectView(await changeProject(tx, params.projectId, { ...body, version }, by)),
  }),
  ...activation({
    path: "/projects/:projectId",
    tag,
    noun: "a project",
    permission: "project.write",
    at: "project",
    answer: projectView,
    set: setProjectState,
    view: async (tx, id) => toProjectView(await readProject(tx, id)),
  }),
  remove({
    path: "/projects/:projectId",
    tag,
    summary: "Delete a project",
    detail:
      "With it go its applications and their sessions, its roles, its grants, its role assignments and its managers.",
    permission: "project.delete",
    at: "project",
    handle: ({ tx, by }, { params }) => deleteProject(tx, params.projectId, by),
  }),
];
