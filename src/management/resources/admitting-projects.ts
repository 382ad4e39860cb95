/**
 * Whoever opens registration is told which projects let in everybody who registers: before they do it, and in the
 * answer when they have.
 */
import Type from "typebox";
import type { Permission } from "../../identity/permissions/permissions.ts";
import { MOST_ADMITTING, readAdmitting } from "../../identity/registration-admits.ts";
import { type Route, read } from "../route.ts";
import { closed, id } from "../schemas.ts";
import { organizationIdOf, type ServedPolicy } from "./policy-routes.ts";

const admittingProject = closed(
  {
    id,
    name: Type.String(),
    organizationId: id,
    organizationName: Type.String({ description: "Of the organization that owns it" }),
  },
  { title: "AdmittingProject" },
);

const admittingProjects = closed(
  {
    items: Type.Array(admittingProject),
    more: Type.Boolean({ description: `There are others beside these, of which there are at most ${MOST_ADMITTING}` }),
  },
  { title: "AdmittingProjects" },
);

/** In the answer to setting the policy, where it lets people register. */
export const whomItLetsIn: NonNullable<ServedPolicy["addition"]> = {
  schema: {
    admits: Type.Optional(
      closed(admittingProjects.properties, {
        description:
          "In the answer to setting it, while people may register: the projects without role check that let in whoever does",
      }),
    ),
  },
  read: async (db, organizationId, settings) =>
    "allowed" in settings && settings.allowed ? { admits: await readAdmitting(db, organizationId) } : {},
};

interface AdmittingPlace {
  readonly at: "iam" | "organization";
  readonly path: `/${string}`;
  /** "the instance" */
  readonly name: string;
  readonly permission: Permission;
  readonly tag: string;
}

export function admittingRoute({ at, path, name, permission, tag }: AdmittingPlace): Route {
  const which =
    at === "iam"
      ? "Those that admit users of an organization that has not decided for itself."
      : "Its own, and those granted to it. What other organizations have open to everybody is not told.";
  return read({
    method: "GET",
    path: `${path}/registration/admits`,
    tag,
    summary: `Read the projects that admit whoever registers, for ${name}`,
    detail: `Projects without role check, in which everybody who makes an account could use the applications. ${which} With \`roleCheck\`, a project asks for a role first.`,
    permission,
    at,
    answer: admittingProjects,
    handle: ({ db }, { params }) => readAdmitting(db, organizationIdOf(params)),
  });
}
