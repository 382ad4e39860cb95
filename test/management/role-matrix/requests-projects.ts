/** Requests to projects, their roles, what is granted of them, and who has roles in them. */
import { randomUUID } from "node:crypto";
import { granted, type ProjectName, roleKeys } from "./grounds.ts";
import { type Call, from, nothing, type Prepare } from "./prepare.ts";

const project = "/projects/:projectId";
const grant = "/project-grants/:projectGrantId";
const assignment = "/role-assignments/:roleAssignmentId";

const projectOf = ({ place }: Call): ProjectName => place.project ?? "project";
const receiverOf = ({ place }: Call) => granted[place.grant ?? "grant"].receiver;
const grantedRoles = (call: Call) => ({ roleKeys: [roleKeys(projectOf(call)).granted] });

const ownRole: Prepare = async (call) => ({ params: { key: await call.grounds.make.role(call.id) } });

/** One that is the caller's as far as theirs is. */
const ownProject: Prepare = async ({ grounds: { make }, place, caller }) => {
  if (caller?.userId === undefined) return {};
  const id = await make.project(place.organization ?? "home");
  if (caller.held?.at === "project")
    await make.manager(caller.userId, caller.held.role, { level: "project", projectId: id });
  return { id };
};

export const projectRequests: Readonly<Record<string, Prepare>> = {
  [`GET ${project}`]: nothing,
  [`PATCH ${project}`]: () => ({ body: { roleAssertion: true } }),
  [`POST ${project}/activate`]: from("projects", "inactive"),
  [`POST ${project}/deactivate`]: from("projects", "active"),
  [`DELETE ${project}`]: ownProject,
  [`GET ${project}/managers`]: nothing,
  [`POST ${project}/managers`]: async ({ grounds: { make }, place }) => ({
    body: { userId: await make.human(place.organization ?? "home", { plain: true }), role: "PROJECT_OWNER_VIEWER" },
  }),
  [`DELETE ${project}/managers/:managerId`]: async ({ grounds: { make }, id }) => ({
    params: {
      managerId: await make.manager(await make.human("home", { plain: true }), "PROJECT_OWNER_VIEWER", {
        level: "project",
        projectId: id,
      }),
    },
  }),
  [`GET ${project}/roles`]: nothing,
  [`POST ${project}/roles`]: () => ({ body: { key: `new-${randomUUID()}` } }),
  [`GET ${project}/roles/:key`]: ownRole,
  [`PATCH ${project}/roles/:key`]: async (call) => ({ ...(await ownRole(call)), body: { displayName: "Changed" } }),
  [`DELETE ${project}/roles/:key`]: ownRole,
  [`GET ${project}/events`]: nothing,
  [`GET ${project}/events/export`]: nothing,

  [`GET ${project}/users`]: nothing,
  [`GET ${grant}/users`]: nothing,

  [`GET ${project}/callers`]: nothing,
  [`POST ${project}/callers`]: () => ({ body: { applicationId: randomUUID() } }),
  [`POST ${project}/callers/:callerId/confirm`]: async ({ grounds: { make }, id }) => ({
    params: { callerId: await make.caller(id) },
  }),
  [`DELETE ${project}/callers/:callerId`]: async ({ grounds: { make }, id }) => ({
    params: { callerId: await make.caller(id) },
  }),

  [`GET ${project}/grants`]: nothing,
  [`POST ${project}/grants`]: async (call) => ({
    body: { organizationId: await call.grounds.make.organization(), ...grantedRoles(call) },
  }),
  [`GET ${grant}`]: nothing,
  [`PATCH ${grant}`]: (call) => ({ body: grantedRoles(call) }),
  [`POST ${grant}/activate`]: from("project_grants", "inactive"),
  [`POST ${grant}/deactivate`]: from("project_grants", "active"),
  [`DELETE ${grant}`]: async (call) =>
    call.caller === undefined ? {} : { id: await call.grounds.make.grantOf(projectOf(call)) },
  [`GET ${grant}/roles`]: nothing,
  [`GET ${grant}/managers`]: nothing,
  [`POST ${grant}/managers`]: async (call) => ({
    body: {
      userId: await call.grounds.make.human(receiverOf(call), { plain: true }),
      role: "PROJECT_GRANT_OWNER_VIEWER",
    },
  }),
  [`DELETE ${grant}/managers/:managerId`]: async (call) => {
    const { make } = call.grounds;
    const place = { level: "project_grant", projectGrantId: call.id } as const;
    return {
      params: {
        managerId: await make.manager(
          await make.human(receiverOf(call), { plain: true }),
          "PROJECT_GRANT_OWNER_VIEWER",
          place,
        ),
      },
    };
  },

  [`GET ${project}/role-assignments`]: nothing,
  [`POST ${project}/role-assignments`]: async (call) => ({
    body: {
      userId: await call.grounds.make.human(call.place.organization ?? "home", { plain: true }),
      ...grantedRoles(call),
    },
  }),
  [`GET ${grant}/role-assignments`]: nothing,
  [`POST ${grant}/role-assignments`]: async (call) => ({
    body: { userId: await call.grounds.make.human(receiverOf(call), { plain: true }), ...grantedRoles(call) },
  }),
  [`GET ${assignment}`]: nothing,
  [`PATCH ${assignment}`]: (call) => ({ body: grantedRoles(call) }),
  [`POST ${assignment}/activate`]: from("role_assignments", "inactive"),
  [`POST ${assignment}/deactivate`]: from("role_assignments", "active"),
  [`DELETE ${assignment}`]: nothing,
};
