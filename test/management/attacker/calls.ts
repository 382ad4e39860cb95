/** From a choice to a call: which one, and whose things stand in each place where something can be named. */
import { randomUUID } from "node:crypto";
import { placeParameter, type Route } from "../../../src/management/route.ts";
import { routes } from "../../../src/management/routes.ts";
import { nameOf } from "../role-matrix/matrix.ts";
import { type Attacker, harshPolicies } from "./attackers.ts";
import { type Pool, rightRequest } from "./pool.ts";

export type Whose = "own" | "foreign" | "learned";

export interface Choice {
  /** Method and path. */
  readonly call: string;
  readonly place: Whose;
  readonly params: Whose;
  readonly body: Whose;
  /** The property of the body or the query that names something of others; every one when none is chosen. */
  readonly property?: string | undefined;
  readonly query: Whose;
  /** Picks among several. */
  readonly pick: number;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const routeNamed = new Map<string, Route>(routes.map((route) => [nameOf(route), route]));

/** What stands in the query is only looked for, so everything there may be foreign. */
export const queryNames = (route: Route) =>
  Object.keys(route.query.properties).filter(
    (name) => !["limit", "cursor", "sort", "order", "from", "to"].includes(name),
  );

export const bodyNames = (route: Route, pool: Pool): string[] => {
  const properties: unknown = route.body === undefined ? undefined : Reflect.get(route.body, "properties");
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return names.filter((name) => pool.names.includes(name) || name === "scopes" || name === "roleKeys");
};

export type Own = ReadonlyMap<string, Awaited<ReturnType<typeof rightRequest>>>;

/** What the attacker has of their own for each of the calls, made before they break anything. */
export async function prepareOwn({ grounds }: Attacker, choices: readonly Choice[]): Promise<Own> {
  const own = new Map<string, Awaited<ReturnType<typeof rightRequest>>>();
  for (const call of new Set(choices.map((choice) => choice.call)))
    own.set(call, await rightRequest(grounds, routeOf(call)));
  return own;
}

function routeOf(call: string): Route {
  const route = routeNamed.get(call);
  if (route === undefined) throw new Error(`there is no ${call}`);
  return route;
}

export function requestFor(attacker: Attacker, choice: Choice, prepared: Own): Request {
  const route = routeOf(choice.call);
  const right = prepared.get(choice.call);
  if (right === undefined) throw new Error(`nothing was prepared for ${choice.call}`);
  const { place, params = {}, query = {}, body } = right;
  const known = (name: string, whose: Whose, own: string | undefined): string => {
    const pool = whose === "foreign" ? attacker.foreign : attacker.learned;
    return (whose === "own" ? own : pool.pick(name, choice.pick)) ?? own ?? randomUUID();
  };
  const own = route.at === "iam" ? undefined : placeParameter[route.at];
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(name === own ? known(name, choice.place, place.id) : known(name, choice.params, params[name])),
  );
  const asked = choice.query === "foreign" ? foreignQuery(attacker, route, choice) : query;
  const search = Object.keys(asked).length === 0 ? "" : `?${new URLSearchParams(asked)}`;
  const sent = choice.body === "foreign" ? foreignBody(attacker, route, body, choice) : body;
  return { method: route.method, path: path + search, ...(sent === undefined ? {} : { body: sent }) };
}

function foreignQuery({ foreign }: Attacker, route: Route, { pick, property }: Choice): Record<string, string> {
  const names = queryNames(route).filter((name) => property === undefined || name === property);
  return Object.fromEntries(
    names.map((name) => {
      const known = name.endsWith("Id")
        ? foreign.pick(foreign.names.includes(name) ? name : "userId", pick)
        : foreign.pick("word", pick);
      return [name, known ?? ""];
    }),
  );
}

function foreignBody({ foreign }: Attacker, route: Route, body: unknown, { pick, property }: Choice): unknown {
  const kind = /\/policies\/(\w+)$/.exec(route.path)?.[1];
  if (kind !== undefined && kind in harshPolicies) return harshPolicies[kind];
  if (typeof body !== "object" || body === null) return body;
  const names = bodyNames(route, foreign);
  // Where one of several may be named, only that one is.
  const rest = Object.entries(body).filter(
    ([name]) => property === undefined || !foreign.names.includes(name) || name === property,
  );
  const chosen = names.filter((name) => (property === undefined ? name in body : name === property));
  const scopes = ["openid", foreign.pick("scope", pick), "urn:service:iam:org:projects:roles"];
  const value = (name: string) =>
    name === "scopes" ? scopes : name === "roleKeys" ? [foreign.pick("key", pick)] : foreign.pick(name, pick);
  return { ...Object.fromEntries(rest), ...Object.fromEntries(chosen.map((name) => [name, value(name)])) };
}
