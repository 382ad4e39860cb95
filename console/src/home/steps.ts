/** How far somebody has come in an organization. */
import { useQueries } from "@tanstack/react-query";
import { api } from "../api.ts";
import { useMay, useMe } from "../may.tsx";
import { paths } from "../paths.ts";
import { settings } from "../settings.ts";
import { useRegistrationStep } from "./registration-step.ts";

export interface Step {
  readonly title: string;
  readonly why: string;
  /** Where it is done; undefined while something else has to be done first. */
  readonly to: string | undefined;
  /** The part of the page. */
  readonly hash?: string;
  readonly done: boolean;
  /** What can be said here and now instead. */
  readonly answer?: { readonly label: string; readonly run: () => void };
}

/** An organization with so many projects is not new, whatever is in them. */
const MOST_PROJECTS_OF_NEW = 3;

/** Those that the person may do. Undefined as long as it is not known which are done. */
export function useSteps(organizationId: string): readonly Step[] | undefined {
  const me = useMe();
  const may = useMay({ organizationId });
  const registration = useRegistrationStep();
  const projects = useProjects(organizationId, may.has("project.read"));
  const people = api.useQuery(
    "get",
    "/organizations/{organizationId}/users",
    { params: { path: { organizationId }, query: { limit: 2 } } },
    { enabled: may.has("user.read") },
  );
  if (!may.isLoaded || me === undefined || !registration.isLoaded) return undefined;
  if (may.has("project.read") && projects === undefined) return undefined;
  if (may.has("user.read") && people.data === undefined) return undefined;

  const owned = me.managerRoles.filter(
    ({ place }) => place.level === "project" && place.organizationId === organizationId,
  );
  const project = projects?.[0]?.id ?? owned[0]?.place.id ?? undefined;
  const hasApplication = projects?.some(({ applications }) => applications > 0) ?? owned.length > 0;
  const steps: readonly (Step & { may: boolean })[] = [
    {
      title: "Create a project",
      why: "A project holds the applications that belong together, and the roles people have in them.",
      to: paths.projects(organizationId),
      done: project !== undefined,
      may: may.has("project.create"),
    },
    {
      title: "Add an application",
      why:
        project === undefined
          ? "As soon as there is a project."
          : "Register what people sign in to: a web app, a mobile app, an API.",
      to: project === undefined ? undefined : paths.newApplication(project),
      done: hasApplication,
      may: may.has("application.write"),
    },
    {
      title: "Invite a user",
      why: "They get a mail with a link, and choose their own password or passkey.",
      to: paths.users(organizationId),
      done: (people.data?.items ?? []).some(({ id }) => id !== me.userId),
      may: may.has("user.write"),
    },
  ];
  return [...steps.filter((step) => step.may), ...(registration.step === undefined ? [] : [registration.step])];
}

/** The first ones, without Signet's own, which has the Console in it. */
function useProjects(
  organizationId: string,
  enabled: boolean,
): readonly { id: string; applications: number }[] | undefined {
  const query = { limit: MOST_PROJECTS_OF_NEW, sort: "createdAt" } as const;
  const { data } = api.useQuery(
    "get",
    "/organizations/{organizationId}/projects",
    { params: { path: { organizationId }, query } },
    { enabled },
  );
  const found = data?.items ?? [];
  const applicationsOfEach = useQueries({
    queries: found.map(({ id }) =>
      api.queryOptions("get", "/projects/{projectId}/applications", {
        params: { path: { projectId: id }, query: { limit: 2 } },
      }),
    ),
  });
  if (data === undefined || applicationsOfEach.some(({ isPending }) => isPending)) return undefined;
  return found.flatMap(({ id }, index) => {
    const items = applicationsOfEach[index]?.data?.items ?? [];
    return items.some((application) => application.id === settings.clientId)
      ? []
      : [{ id, applications: items.length }];
  });
}
