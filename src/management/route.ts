/**
 * How a call of the management API is declared: once, with what it takes, what it answers and who may make it.
 * Validation, types, the guard, the API document and the role matrix of the tests all follow from this.
 */
import type { Static, TObject, TProperties, TSchema } from "typebox";
import Type from "typebox";
import { SignetError } from "../errors/signet-error.ts";
import type { Listed, ListRequest } from "../identity/listing.ts";
import type { Permission } from "../identity/permissions/permissions.ts";
import type { Effect } from "../identity/permissions/take-over.ts";
import type { By } from "../identity/resource.ts";
import type { HashRequester } from "../passwords/passwords.ts";
import type { Database, Transaction } from "../storage/database.ts";
import type { ManagerCall } from "./guard.ts";
import { listAnswer, listQuery } from "./paging.ts";
import type { ManagementServices } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Where a call is judged. All but `iam` are named by the path parameter in `placeParameter`. */
export type At =
  | "iam"
  | "organization"
  | "project"
  | "project_grant"
  | "application"
  | "user"
  | "service_user"
  | "role_assignment";

export const placeParameter = {
  organization: "organizationId",
  project: "projectId",
  project_grant: "projectGrantId",
  application: "applicationId",
  user: "userId",
  service_user: "serviceUserId",
  role_assignment: "roleAssignmentId",
} as const satisfies Record<Exclude<At, "iam">, string>;

type PlaceParameter<Place extends At> = Place extends keyof typeof placeParameter
  ? (typeof placeParameter)[Place]
  : never;

interface Declaration<Place extends At, Params extends TProperties, Query extends TProperties, Body extends TSchema> {
  readonly method: Method;
  /** Below /management/v1, with parameters as `:name`. */
  readonly path: `/${string}`;
  /** The chapter of the reference. */
  readonly tag: string;
  /** What the call does, as the heading of its entry in the reference. */
  readonly summary: string;
  /** What else somebody who calls it should know. */
  readonly detail?: string;
  /** `any`: every manager may, whatever the role. */
  readonly permission: Permission | "any";
  readonly at: Place;
  /**
   * For a change of a user: what it does to them, if they are a manager (permissions/take-over.ts). What does not say
   * that it only stops them is taken for a way to act as them, and asks for all that they hold.
   */
  readonly effect?: Place extends "user" | "service_user" ? "stops" : never;
  /** Path parameters beside the one that names the place. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
}

export interface Input<Place extends At, Params extends TProperties, Query extends TProperties, Body extends TSchema> {
  readonly params: Static<TObject<Params>> & Readonly<Record<PlaceParameter<Place>, string>>;
  readonly query: Static<TObject<Query>>;
  readonly body: Static<Body>;
}

/** What every handler is given. */
export interface Context {
  readonly services: ManagementServices;
  /** For reads. */
  readonly db: Database;
  /** Who calls, and what they may do at the place of the call. */
  readonly caller: ManagerCall;
  readonly by: By;
  /** The caller and where they are, for a password that they choose for somebody. */
  readonly hashRequester: HashRequester;
}

export interface ChangeContext extends Context {
  readonly tx: Transaction;
  /** From If-Match: change it only if it still is this version. */
  readonly version: number | undefined;
}

/** Of parameters. */
type Nothing = Record<never, never>;

/** A declared call, with its types forgotten: what the table of routes holds. */
export interface Route {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly detail: string | undefined;
  readonly permission: Permission | "any";
  readonly at: At;
  readonly effect: Effect;
  readonly params: TObject;
  readonly query: TObject;
  readonly body: TSchema | undefined;
  readonly status: 200 | 201 | 204;
  /** Undefined: no body. */
  readonly answer: TSchema | undefined;
  /** For a list: what it can be sorted by. */
  readonly sorts: readonly string[] | undefined;
  /** Takes an Idempotency-Key. */
  readonly creates: boolean;
  /** What it creates has an address of its own, which the answer says. */
  readonly located: boolean;
  /** Takes If-Match. */
  readonly versioned: boolean;
  readonly run: Run;
}

export type Run =
  | {
      readonly kind: "stream";
      readonly contentType: string;
      handle(context: Context, input: unknown): AsyncIterable<string>;
    }
  | { readonly kind: "read"; handle(context: Context, input: unknown): Promise<unknown> }
  | {
      readonly kind: "list";
      handle(context: Context, input: unknown, request: ListRequest<string>): Promise<Listed<unknown>>;
    }
  | {
      readonly kind: "change";
      /** What is slow (hashing, making keys) happens before the transaction. */
      prepare(context: Context, input: unknown): Promise<unknown>;
      handle(context: ChangeContext, input: unknown, prepared: unknown): Promise<unknown>;
      /** What other parts of the node should know, once the change is through. */
      after(context: Context, input: unknown): void;
      location(answer: unknown): string | undefined;
    };

/** A call that changes nothing. */
export function read<
  L extends At,
  A extends TSchema,
  P extends TProperties = Nothing,
  Q extends TProperties = Nothing,
  B extends TSchema = TSchema,
>(
  declaration: Declaration<L, P, Q, B> & {
    readonly answer: A;
    handle(context: Context, input: Input<L, P, Q, B>): Promise<Static<A>>;
  },
): Route {
  return {
    ...common(declaration),
    status: 200,
    answer: declaration.answer,
    run: { kind: "read", handle: (context, input) => declaration.handle(context, input as Input<L, P, Q, B>) },
  };
}

/** A call whose work has transactions of its own. */
export const act = read;

/** A call that answers piece by piece, however much there is. */
export function stream<L extends At, P extends TProperties = Nothing, Q extends TProperties = Nothing>(
  declaration: Omit<Declaration<L, P, Q, TSchema>, "method" | "body"> & {
    readonly contentType: string;
    handle(context: Context, input: Input<L, P, Q, TSchema>): AsyncIterable<string>;
  },
): Route {
  const { contentType } = declaration;
  return {
    ...common({ ...declaration, method: "GET" }),
    status: 200,
    answer: undefined,
    run: {
      kind: "stream",
      contentType,
      handle: (context, input) => declaration.handle(context, input as Input<L, P, Q, TSchema>),
    },
  };
}

/** A page of a list. `filters` are further query parameters. */
export function list<
  L extends At,
  Item extends TSchema,
  const Sort extends string,
  P extends TProperties = Nothing,
  Q extends TProperties = Nothing,
>(
  declaration: Omit<Declaration<L, P, Q, TSchema>, "method" | "query" | "body"> & {
    readonly item: Item;
    readonly filters?: Q;
    /** What the list can be sorted by, each also in reverse by a leading minus. The first one is the default. */
    readonly sorts: readonly [Sort | `-${Sort}`, ...(Sort | `-${Sort}`)[]];
    handle(context: Context, input: Input<L, P, Q, TSchema>, request: ListRequest<Sort>): Promise<Listed<Static<Item>>>;
  },
): Route {
  const { filters, sorts, item } = declaration;
  return {
    ...common({ ...declaration, method: "GET", query: listQuery(sorts, filters ?? {}) }),
    status: 200,
    answer: listAnswer(item),
    sorts,
    run: {
      kind: "list",
      handle: (context, input, request) =>
        declaration.handle(context, input as Input<L, P, Q, TSchema>, request as ListRequest<Sort>),
    },
  };
}

interface ChangeOptions<
  L extends At,
  A extends TSchema,
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  Prepared,
> {
  readonly answer?: A;
  /** Takes If-Match. */
  readonly versioned?: true;
  prepare?(context: Context, input: Input<L, P, Q, B>): Promise<Prepared>;
  handle(context: ChangeContext, input: Input<L, P, Q, B>, prepared: Prepared): Promise<Static<A> | undefined>;
  /** Once the transaction is through: to wake what waits for it. It is not called again for a repeated creation. */
  after?(context: Context, input: Input<L, P, Q, B>): void;
}

/** A call that changes something that is there, in one transaction. Without an answer: 204. */
export function change<
  L extends At,
  A extends TSchema = TSchema,
  P extends TProperties = Nothing,
  Q extends TProperties = Nothing,
  B extends TSchema = TSchema,
  Prepared = undefined,
>(declaration: Declaration<L, P, Q, B> & ChangeOptions<L, A, P, Q, B, Prepared>): Route {
  return {
    ...common(declaration),
    status: declaration.answer === undefined ? 204 : 200,
    answer: declaration.answer,
    versioned: declaration.versioned ?? false,
    run: toChange(declaration),
  };
}

/** A call that makes something: 201, with its address. */
export function create<
  L extends At,
  A extends TSchema,
  P extends TProperties = Nothing,
  Q extends TProperties = Nothing,
  B extends TSchema = TSchema,
  Prepared = undefined,
>(
  declaration: Omit<Declaration<L, P, Q, B>, "method"> &
    ChangeOptions<L, A, P, Q, B, Prepared> & { readonly answer: A; location?(answer: Static<A>): `/${string}` },
): Route {
  return {
    ...common({ ...declaration, method: "POST" }),
    status: 201,
    answer: declaration.answer,
    creates: true,
    located: declaration.location !== undefined,
    run: { ...toChange(declaration), location: (answer) => declaration.location?.(answer as Static<A>) },
  };
}

/**
 * A call that deletes. What is not there (any more) is as good as deleted, so repeating it is answered in the same way.
 */
export function remove<L extends At, P extends TProperties = Nothing, Q extends TProperties = Nothing>(
  declaration: Omit<Declaration<L, P, Q, TSchema>, "method" | "body"> & {
    readonly versioned?: true;
    handle(context: ChangeContext, input: Input<L, P, Q, TSchema>): Promise<void>;
  },
): Route {
  return {
    ...common({ ...declaration, method: "DELETE" }),
    status: 204,
    answer: undefined,
    versioned: declaration.versioned ?? false,
    run: toChange({
      handle: async (context, input: Input<L, P, Q, TSchema>) => {
        await declaration.handle(context, input).catch((error) => {
          if (!(error instanceof SignetError) || error.code !== "unknown_resource") throw error;
        });
        return undefined;
      },
    }),
  };
}

function toChange<
  L extends At,
  A extends TSchema,
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  Prepared,
>(options: ChangeOptions<L, A, P, Q, B, Prepared>): Extract<Run, { kind: "change" }> {
  return {
    kind: "change",
    prepare: async (context, input) => options.prepare?.(context, input as Input<L, P, Q, B>),
    handle: (context, input, prepared) => options.handle(context, input as Input<L, P, Q, B>, prepared as Prepared),
    after: (context, input) => options.after?.(context, input as Input<L, P, Q, B>),
    location: () => undefined,
  };
}

function common<L extends At, P extends TProperties, Q extends TProperties, B extends TSchema>(
  declaration: Declaration<L, P, Q, B>,
) {
  const { method, path, tag, summary, detail, permission, at, body } = declaration;
  const effect: Effect = declaration.effect ?? "acts_as";
  const place = isPlace(at) ? { [placeParameter[at]]: pathParameter } : {};
  return {
    ...{ method, path, tag, summary, detail, permission, at, effect, body },
    params: Type.Object({ ...place, ...declaration.params }, { additionalProperties: false }),
    query: Type.Object({ ...declaration.query }, { additionalProperties: false }),
    sorts: undefined,
    creates: false,
    located: false,
    versioned: false,
  };
}

function isPlace(at: At): at is Exclude<At, "iam"> {
  return at !== "iam";
}

/** An id that cannot exist is as unknown as one that does not. */
export const pathParameter = Type.String({ minLength: 1, maxLength: 200 });
