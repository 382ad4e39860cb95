/** Project callers: who, beside its own applications, may name a project in the audience of a token. */
import Type, { type Static } from "typebox";
import { addProjectCaller, confirmProjectCaller, removeProjectCaller } from "../../identity/project-callers.ts";
import { listProjectCallers, type ProjectCaller, readProjectCaller } from "../../identity/project-callers-list.ts";
import { readProject } from "../../identity/projects.ts";
import { change, create, list, pathParameter, type Route, remove } from "../route.ts";
import { closed, id, time, toTime } from "../schemas.ts";

const tag = "Project callers";

const callerView = closed(
  {
    id: Type.String({ description: "Of the project, the application or the service user" }),
    kind: Type.Enum(["project", "application", "service_user"], { description: "`project`: all its applications" }),
    name: Type.Optional(
      Type.String({
        description: "Only where you may see it; not told of what belongs to others, was deleted or never existed",
      }),
    ),
    organizationId: Type.Optional(id),
    organizationName: Type.Optional(Type.String()),
    fromBefore: Type.Boolean({ description: "It was in use before projects had this list. Confirm or remove it" }),
    createdAt: time,
  },
  { title: "ProjectCaller" },
);

function toCallerView({ id, kind, fromBefore, createdAt, known }: ProjectCaller): Static<typeof callerView> {
  return { id, kind, ...(known ?? {}), fromBefore, createdAt: toTime(createdAt) };
}

const newCaller = closed(
  {
    callingProjectId: Type.Optional(
      Type.String({ maxLength: 64, description: "A project, with all its applications" }),
    ),
    applicationId: Type.Optional(Type.String({ maxLength: 64, description: "Instead of a project, one application" })),
  },
  { title: "NewProjectCaller" },
);

export const projectCallerRoutes: readonly Route[] = [
  list({
    path: "/projects/:projectId/callers",
    tag,
    summary: "List who may name a project",
    detail:
      "Its own applications may in any case, and so may service users of its organization and of accepted grants.",
    permission: "project.read",
    at: "project",
    item: callerView,
    sorts: ["createdAt"],
    async handle({ db, caller }, { params }, request) {
      const { id: projectId } = await readProject(db, params.projectId);
      const { items, next } = await listProjectCallers(db, { projectId, readerId: caller.subject.userId }, request);
      return { items: items.map(toCallerView), next };
    },
  }),
  create({
    path: "/projects/:projectId/callers",
    tag,
    summary: "Let a project or an application name this project",
    detail:
      "It may be of another organization. Whether there is such an id is not told: what does not exist is listed like what is not yours to " +
      "see. Signet's own project keeps no list.",
    permission: "project.write",
    at: "project",
    body: newCaller,
    answer: callerView,
    async handle({ tx, caller, by }, { params: { projectId }, body }) {
      const { id } = await addProjectCaller(tx, projectId, body, by);
      return toCallerView(await readProjectCaller(tx, { projectId, readerId: caller.subject.userId }, id));
    },
  }),
  change({
    method: "POST",
    path: "/projects/:projectId/callers/:callerId/confirm",
    tag,
    summary: "Confirm who named a project before there was this list",
    detail: "It works before and after in the same way; it is only no longer marked.",
    permission: "project.write",
    at: "project",
    params: { callerId: pathParameter },
    answer: callerView,
    async handle({ tx, caller, by }, { params: { projectId, callerId } }) {
      await confirmProjectCaller(tx, projectId, callerId, by);
      return toCallerView(await readProjectCaller(tx, { projectId, readerId: caller.subject.userId }, callerId));
    },
  }),
  remove({
    path: "/projects/:projectId/callers/:callerId",
    tag,
    summary: "Stop letting a project or an application name this project",
    detail:
      "Its tokens that are out stop counting for the APIs of this project at once; their sessions go on without it.",
    permission: "project.write",
    at: "project",
    params: { callerId: pathParameter },
    handle: ({ tx, by }, { params }) => removeProjectCaller(tx, params.projectId, params.callerId, by),
  }),
];
