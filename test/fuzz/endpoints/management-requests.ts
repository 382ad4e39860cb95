/** Requests to the management API, from its document: what each call says that it takes, right and wrong. */
import { randomUUID } from "node:crypto";
import type { OpenApiDocument, Operation, Parameter } from "../../../src/management/openapi/document.ts";
import { type At, placeParameter } from "../../../src/management/route.ts";
import type { Places } from "../../management/role-matrix/places.ts";
import type { Random } from "./random.ts";
import { onTheWire, type SentMethod, type SentRequest } from "./request.ts";
import { valueFor } from "./schema-values.ts";
import { strangeText, withOneStrange } from "./strange.ts";

export const PREFIX = "/management/v1";

export interface DescribedCall {
  readonly method: SentMethod;
  /** With its parameters in braces. */
  readonly path: string;
  readonly operation: Operation;
}

export function describedCalls(document: OpenApiDocument): DescribedCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as SentMethod,
      path,
      operation,
    })),
  );
}

export interface CallMaterial {
  readonly document: OpenApiDocument;
  readonly places: Places;
  /** A right body for every call that takes one, by method and path. */
  readonly bodies: ReadonlyMap<string, unknown>;
  /** Ids of things that the requests themselves have made, by the parameter that names them. */
  readonly made: MadeIds;
  /** Everybody else is in them. */
  readonly spared: readonly string[];
}

const MOST_IDS = 50;

/** The last of each kind. */
export class MadeIds {
  readonly #ids = new Map<string, string[]>();

  add(parameter: string, id: string): void {
    const known = this.#ids.get(parameter) ?? [];
    this.#ids.set(parameter, [...known.slice(1 - MOST_IDS), id]);
  }

  of(parameter: string): readonly string[] {
    return this.#ids.get(parameter) ?? [];
  }
}

export function requestFor(
  call: DescribedCall,
  token: string | undefined,
  random: Random,
  material: CallMaterial,
): SentRequest {
  const { operation, method, path } = call;
  const inside = (where: Parameter["in"]) => operation.parameters.filter((parameter) => parameter.in === where);
  const url = PREFIX + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(name, operation, random, material));
  const body = operation.requestBody === undefined ? undefined : bodyFor(call, random, material);
  return {
    method,
    url: (url + queryOf(inside("query"), random, material)).slice(0, 12_000),
    headers: {
      host: "localhost:8080",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...Object.fromEntries(
        inside("header").flatMap(({ name }) =>
          random.chance(0.3) ? [[name.toLowerCase(), headerValue(name, random)]] : [],
        ),
      ),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: body }),
  };
}

function pathValue(name: string, operation: Operation, random: Random, { places, made, spared }: CallMaterial): string {
  const at = operation["x-place"] as At;
  const ofPlace = at !== "iam" && placeParameter[at] === name;
  const here = ofPlace
    ? places[at].filter((place) => !spared.includes(place.id) && !place.spared && !place.unknown).map(({ id }) => id)
    : [];
  const known = [...here, ...made.of(name)];
  const text =
    known.length > 0 && random.chance(0.8)
      ? random.pick(known)
      : random.chance(0.5)
        ? randomUUID()
        : strangeText(random);
  return encodeURIComponent(text.isWellFormed() && text !== "" ? text : "x");
}

function queryOf(parameters: readonly Parameter[], random: Random, { document }: CallMaterial): string {
  const search = new URLSearchParams();
  for (const { name, schema } of parameters) {
    if (random.chance(0.6)) continue;
    const value = valueFor(schema, { document, random, oddity: 0.1 });
    search.append(name, typeof value === "string" ? value : JSON.stringify(value));
    if (random.chance(0.03)) search.append(name, strangeText(random));
  }
  if (random.chance(0.03)) search.append(strangeText(random), "1");
  return search.size === 0 ? "" : `?${search}`;
}

function headerValue(name: string, random: Random): string {
  const known = name === "If-Match" ? ['"1"', "*", '"0"', 'W/"2"'] : ["a", "b", randomUUID()];
  return onTheWire(random.chance(0.8) ? random.pick(known) : strangeText(random));
}

function bodyFor(
  { operation, method, path }: DescribedCall,
  random: Random,
  { document, bodies }: CallMaterial,
): string {
  const { schema = {}, example } = Object.values(operation.requestBody?.content ?? {})[0] ?? {};
  const right = bodies.get(`${method} ${path}`);
  return JSON.stringify(
    random.pick([
      () => valueFor(schema, { document, random, oddity: random.pick([0, 0.05, 0.3]) }),
      () => withOneStrange(example, random),
      () => withOneStrange(right, random),
      () => right,
    ])() ?? null,
  );
}

/** Remembers what a call has made, under the name by which the calls to it ask for it. */
export function rememberMade(
  call: DescribedCall,
  answer: unknown,
  calls: readonly DescribedCall[],
  made: MadeIds,
): void {
  if (
    call.method !== "POST" ||
    typeof answer !== "object" ||
    answer === null ||
    !("id" in answer) ||
    typeof answer.id !== "string"
  )
    return;
  const beyond = calls.find(
    ({ path }) => path.startsWith(`${call.path}/{`) && path.split("/").length === call.path.split("/").length + 1,
  );
  const parameter = /\{(\w+)\}$/.exec(beyond?.path ?? "")?.[1];
  if (parameter !== undefined) made.add(parameter, answer.id);
}
