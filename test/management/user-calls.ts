/** Every call that is about one user, out of the table of routes itself: a new one is judged by the same tests. */
import type { UserState } from "../../src/identity/states.ts";
import { placeParameter, type Route } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import { PASSWORD } from "../support/idp.ts";

export type Kind = "user" | "service_user";

export function callsAbout(kind: Kind): Route[] {
  return routes.filter((route) => route.at === kind);
}

export function changesOf(kind: Kind): Route[] {
  return callsAbout(kind).filter(({ method }) => method !== "GET");
}

export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** Further parameters name something that is not there. */
export function pathFor({ path, at }: Route, userId: string): string {
  const [place, rest] = [at === "iam" ? "" : placeParameter[at], /:[A-Za-z]+/g];
  return path.replace(`:${place}`, userId).replace(rest, "nothing");
}

/** What a call has to be given to be made, by the end of its path. */
export function bodyFor({ method, path }: Route): unknown {
  const bodies: readonly [string, unknown][] = [
    ["PATCH /users/:userId", { profile: { nickname: "Taken" } }],
    ["PATCH /service-users/:serviceUserId", { description: "Taken" }],
    ["PUT /users/:userId/email", { email: "taken@mail.example", verified: true }],
    ["PUT /users/:userId/password", { password: PASSWORD }],
    ["PUT /users/:userId/metadata/:key", { value: "x" }],
    ["PUT /service-users/:serviceUserId/metadata/:key", { value: "x" }],
    ["POST /service-users/:serviceUserId/keys", {}],
    [
      "POST /service-users/:serviceUserId/personal-access-tokens",
      { name: "x", scopes: ["openid"], expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    ],
  ];
  return new Map(bodies).get(`${method} ${path}`);
}

/** The state in which the call makes sense. */
export function stateFor({ path }: Route): UserState {
  if (path.endsWith("/unlock")) return "locked";
  return path.endsWith("/activate") ? "inactive" : "active";
}
