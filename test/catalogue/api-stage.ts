/** The management API with three organizations and a request for every call, for the rows about it. */
import { sql } from "kysely";
import type { TSchema } from "typebox";
import { placeParameter, type Route } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import type { Caller } from "../management/role-matrix/callers.ts";
import { type Grounds, makeGrounds } from "../management/role-matrix/grounds.ts";
import { nameOf } from "../management/role-matrix/matrix.ts";
import { makePlaces, type Places } from "../management/role-matrix/places.ts";
import { requests } from "../management/role-matrix/requests.ts";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { sqlite } from "../support/node.ts";

export interface ApiStage {
  readonly api: Api;
  readonly grounds: Grounds;
  readonly places: Places;
  close(): Promise<void>;
}

export async function openApiStage(): Promise<ApiStage> {
  const api = await startApi(sqlite);
  // Nobody needs this database after a power cut.
  await sql`PRAGMA synchronous = OFF`.execute(api.idp.node.services.storage.db);
  const grounds = await makeGrounds(api);
  return { api, grounds, places: await makePlaces(grounds), close: () => api.close() };
}

export interface Ready {
  readonly route: Route;
  readonly path: string;
  readonly body: unknown;
  /** Puts back what others need. */
  after(): Promise<unknown>;
}

/** A request that the owner of the instance may make and that would go through. */
export async function ready({ api, grounds, places }: ApiStage, route: Route): Promise<Ready> {
  const [place] = places[route.path.startsWith("/tokens/") ? "token" : route.at];
  if (place === undefined) throw new Error("there is no place");
  const { userId, token } = api.owner;
  const caller: Caller = { name: "the owner", userId, token, held: { role: "IAM_OWNER", at: "instance" } };
  const id = (await place.fresh?.()) ?? place.id;
  const prepared = (await requests[nameOf(route)]?.({ grounds, place, id, caller })) ?? {};
  const own = route.at === "iam" ? {} : { [placeParameter[route.at]]: prepared.id ?? id };
  const values: Record<string, string> = { ...prepared.params, ...own };
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = prepared.query === undefined ? "" : `?${new URLSearchParams(prepared.query)}`;
  return { route, path: path + query, body: prepared.body, after: async () => prepared.after?.() };
}

/** As the owner of the instance, unless other headers say otherwise. */
export function send(
  { api }: ApiStage,
  { route, path, body }: Ready,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return api.call(route.method, path, api.owner.token, { ...(body === undefined ? {} : { body }), headers });
}

/** Makes every call once, what deletes last, and hands each answer over. */
export async function walk(
  stage: ApiStage,
  routes: readonly Route[],
  see: (route: Route, answer: Answer) => void,
): Promise<void> {
  for (const route of routes.toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"))) {
    const request = await ready(stage, route);
    see(route, await send(stage, request));
    await request.after();
  }
}

/** Where a body may have a text of any form, by its schema: names of fields and places in lists. */
export function textFields(schema: TSchema | undefined, at: readonly string[] = []): string[][] {
  if (schema === undefined) return [];
  const { type, properties = {}, items, anyOf = [], enum: choices, format, pattern, const: only } = schema as Shape;
  if (type === "string") return choices || format || pattern || only !== undefined ? [] : [[...at]];
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => textFields(inner, [...at, name])),
    ...textFields(items, [...at, "0"]),
    ...anyOf.flatMap((inner) => textFields(inner, at)),
  ];
}

interface Shape {
  readonly type?: string;
  readonly properties?: Record<string, TSchema>;
  readonly items?: TSchema;
  readonly anyOf?: TSchema[];
  readonly enum?: unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
}

/** The body with the text at one place. */
export function withText(body: unknown, [first, ...rest]: readonly string[], text: string): unknown {
  if (first === undefined) return text;
  if (first === "0") return [withText(Array.isArray(body) ? body[0] : undefined, rest, text)];
  const object: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  return { ...object, [first]: withText(object[first], rest, text) };
}

/** Every call with a body × every text in it: the call as it would go through, but for the text. */
export async function sendEverywhere(
  stage: ApiStage,
  texts: readonly string[],
  see: (sent: { route: Route; field: string; text: string }, answer: Answer) => Promise<void> | void,
): Promise<void> {
  for (const route of routes) {
    for (const field of textFields(route.body)) {
      for (const text of texts) {
        const request = await ready(stage, route);
        const answer = await send(stage, { ...request, body: withText(request.body, field, text) });
        await request.after();
        await see({ route, field: field.join("."), text }, answer);
      }
    }
  }
}
