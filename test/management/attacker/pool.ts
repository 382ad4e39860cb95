/**
 * What the attackers know of others and may put wherever something can be named: ids by the parameter that takes them,
 * words, tokens.
 */
import { placeParameter, type Route } from "../../../src/management/route.ts";
import { routes } from "../../../src/management/routes.ts";
import type { Api } from "../../support/api.ts";
import type { Grounds } from "../role-matrix/grounds.ts";
import { nameOf } from "../role-matrix/matrix.ts";
import type { Place } from "../role-matrix/places.ts";
import type { Prepared } from "../role-matrix/prepare.ts";
import { requests } from "../role-matrix/requests.ts";
import { aud, mark, type Victim } from "./victim.ts";

/** By the name of the parameter or property. */
export class Pool {
  readonly #known = new Map<string, string[]>();

  add(name: string, ...values: string[]): void {
    this.#known.set(name, [...new Set([...(this.#known.get(name) ?? []), ...values])]);
  }

  get names(): string[] {
    return [...this.#known.keys()];
  }

  /** The same number picks the same one; undefined where nothing is known. */
  pick(name: string, number: number): string | undefined {
    const known = this.#known.get(name) ?? [];
    return known[number % known.length];
  }
}

/** A place of that kind in the organization `home` of the grounds, with all that a call there needs. */
export async function placeIn({ organizations, projects, grants, make }: Grounds, at: Route["at"]): Promise<Place> {
  const home = { name: "there", organization: "home" } as const;
  const inProject = { ...home, project: "project" } as const;
  switch (at) {
    case "iam":
      return { name: "the instance", id: "", atInstance: true };
    case "organization":
      return { ...home, id: organizations.home };
    case "project":
      return { ...inProject, id: projects.project };
    case "project_grant":
      return { ...inProject, id: grants.grant, grant: "grant", receiver: "receiver" };
    case "application":
      return { ...inProject, id: await make.application("project") };
    case "user":
      return { ...home, id: await make.human("home") };
    case "service_user":
      return { ...home, id: await make.serviceUser("home") };
    case "role_assignment":
      return { ...inProject, id: await make.assignment("project", "home") };
  }
}

/** A request that would be right at that place. */
export async function rightRequest(grounds: Grounds, route: Route): Promise<Prepared & { place: Place }> {
  const place = await placeIn(grounds, route.at);
  return { ...(await requests[nameOf(route)]?.({ grounds, place, id: place.id, caller: undefined })), place };
}

/** Whatever the victim has that a call can name: of everything one at least. */
export async function poolOf({ idp }: Api, victim: Victim): Promise<Pool> {
  const pool = new Pool();
  const { instance } = idp.world;
  const { person, robot } = victim;
  pool.add("organizationId", victim.organizationId, victim.grounds.organizations.receiver, instance.organizationId);
  pool.add("projectId", victim.projectId, victim.sharedId, victim.grounds.projects.project, instance.projectId);
  pool.add("callingProjectId", victim.projectId, instance.projectId);
  pool.add("applicationId", victim.app.id, victim.resourceServer.id, instance.consoleApplicationId);
  pool.add("userId", person.id, robot.id);
  pool.add("serviceUserId", robot.id, person.id);
  pool.add("key", victim.roleKey, mark("key"));
  pool.add("token", victim.tokens.accessToken, victim.tokens.refreshToken, victim.personal);
  const words = [
    person.userName,
    person.email,
    person.loginName,
    mark("given-name"),
    mark("family-name"),
    "victims-o",
    "quiet",
  ];
  pool.add("word", ...words, "+41 44 555 01 99");
  pool.add("scope", aud(victim.projectId), `urn:service:iam:org:id:${victim.organizationId}`);
  for (const route of routes) {
    const { place, params = {} } = await rightRequest(victim.grounds, route);
    if (route.at !== "iam") pool.add(placeParameter[route.at], place.id);
    for (const [name, value] of Object.entries(params)) pool.add(name, value);
  }
  const { db } = idp.node.services.storage;
  const sessions = await db
    .selectFrom("app_sessions")
    .select(["id", "login_session_id"])
    .where("user_id", "=", person.id)
    .execute();
  for (const { id, login_session_id } of sessions) {
    pool.add("appSessionId", id);
    if (login_session_id !== null) pool.add("loginSessionId", login_session_id);
  }
  return pool;
}
