/** From a declared call to one that is answered: guard, input, transaction, answer, the same way for every route. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SignetError } from "../errors/signet-error.ts";
import type { App } from "../http/app.ts";
import { hashRequester } from "../http/client-address.ts";
import { answerOnce, findAnswer, keyedRequest, type StoredAnswer } from "../identity/limits/idempotency.ts";
import { lockUser } from "../identity/owners.ts";
import { etagOf, versionOf } from "./etags.ts";
import { guard, type ManagerCall } from "./guard.ts";
import { toListAnswer, toListRequest } from "./paging.ts";
import { PREFIX } from "./problems.ts";
import { type ChangeContext, type Context, placeParameter, type Route, type Run } from "./route.ts";
import type { ManagementServices } from "./services.ts";
import { checkAnswer, checkInput } from "./validation.ts";

export const LARGEST_BODY = 1024 * 1024;

/** Who calls, found out before the body is read. */
const callers = new WeakMap<FastifyRequest, ManagerCall>();

export function addRoute(room: App, services: ManagementServices, route: Route): void {
  room.route({
    method: route.method,
    url: route.path,
    bodyLimit: LARGEST_BODY,
    // After the limit on calls, which is an onRequest hook, and before anybody's body is read.
    async preParsing(request, _reply, payload) {
      const params = request.params as Record<string, string>;
      callers.set(
        request,
        await guard(services, route, { id: request.id, authorization: request.headers.authorization, params }),
      );
      return payload;
    },
    async handler(request, reply) {
      try {
        return await answer(services, route, request, reply);
      } catch (error) {
        callers.get(request)?.noteFailure(error);
        throw error;
      }
    },
  });
}

async function answer(
  services: ManagementServices,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error("a call was not guarded");
  if (caller.alreadyDeleted) return reply.code(204).send();
  const input = readInput(route, request);
  const context: Context = {
    services,
    db: services.storage.db,
    caller,
    by: { actor: caller.actor, requestId: request.id },
    hashRequester: hashRequester(request, caller.subject.userId),
  };
  if (route.run.kind === "stream") {
    reply.header("content-type", route.run.contentType);
    return reply.send(Readable.from(whileAllowed(context, route.run.handle(context, input))));
  }
  const { status, body, headers } = await run(route.run, { services, route, context, input, request });
  reply.code(status).headers(headers);
  return body === undefined ? reply.send() : reply.send(body);
}

const ASK_AGAIN_MS = 1_000;

/** Whoever reads slowly would go on reading long after their role was taken away. */
async function* whileAllowed({ caller, db }: Context, pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let asked = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - asked > ASK_AGAIN_MS) {
      await caller.askAgain(db);
      asked = performance.now();
    }
    yield piece;
  }
}

interface Call {
  readonly services: ManagementServices;
  readonly route: Route;
  readonly context: Context;
  readonly input: RawInput;
  readonly request: FastifyRequest;
}

interface RawInput {
  readonly params: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

function readInput(route: Route, request: FastifyRequest): RawInput {
  if (route.body === undefined && request.body !== undefined && request.body !== null) {
    throw new SignetError("invalid_input", "This call takes no body; send it without one", { field: "body" });
  }
  return {
    params: checkInput(route.params, request.params, "path"),
    query: checkInput(route.query, request.query, "query") as Record<string, unknown>,
    body: route.body === undefined ? undefined : checkInput(route.body, request.body, "body"),
  };
}

async function run(how: Exclude<Run, { kind: "stream" }>, call: Call): Promise<StoredAnswer> {
  const { services, route, context, input, request } = call;
  const { tickets } = services.tokens;
  switch (how.kind) {
    case "read":
      if (route.method !== "GET") await context.caller.askAgain(context.db);
      return toAnswer(call, await how.handle(context, input));
    case "list": {
      const listCall = { path: request.url.split("?", 1)[0] ?? "", sorts: route.sorts ?? [], query: input.query };
      const listed = await how.handle(context, input, toListRequest(tickets, listCall));
      return toAnswer(call, toListAnswer(tickets, listCall, listed));
    }
    case "change":
      return runChange(how, call);
  }
}

async function runChange(how: Extract<Run, { kind: "change" }>, call: Call): Promise<StoredAnswer> {
  const { services, route, context, input, request } = call;
  const { storage, tokens } = services;
  const version = versionOf(request.headers["if-match"], route.versioned);
  const key = request.headers["idempotency-key"];
  const keyed =
    key === undefined || !route.creates
      ? undefined
      : keyedRequest(context.caller.subject.userId, key, [request.url, input.body ?? null]);
  const before = keyed && (await findAnswer(storage.db, tokens.tickets, keyed));
  if (before !== undefined) {
    await context.caller.askAgain(storage.db);
    return repeated(before);
  }

  const prepared = await how.prepare(context, input);
  const userId = userIn(route, input.params);
  const work = async (tx: ChangeContext["tx"]) => {
    // Whoever gives this user a role holds the same row: either they are a manager by the time the caller is asked
    // again, or what is made here was made before the role, and ends with it (identity/promotion.ts).
    if (userId !== undefined) await lockUser(tx, userId);
    const caller = await context.caller.askAgain(tx);
    if (caller.alreadyDeleted) return { status: 204, body: undefined, headers: {} };
    const done = await how.handle({ ...context, caller, tx, version }, input, prepared);
    return toAnswer(call, done, how.location(done));
  };
  const result =
    keyed === undefined ? await storage.transaction(work) : await answerOnce(storage, tokens.tickets, keyed, work);
  if ("repeated" in result && result.repeated) return repeated(result);
  how.after(context, input);
  return result;
}

/** The user that the call is about, where it is about one. */
function userIn({ at }: Route, params: unknown): string | undefined {
  if (at !== "user" && at !== "service_user") return undefined;
  return (params as Readonly<Record<string, string>>)[placeParameter[at]];
}

function repeated(answer: StoredAnswer): StoredAnswer {
  return { ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } };
}

function toAnswer({ services, route }: Call, done: unknown, location?: string): StoredAnswer {
  if (route.answer === undefined) return { status: route.status, body: undefined, headers: {} };
  const etag = etagOf(done);
  return {
    status: route.status,
    body: checkAnswer(route.answer, done, services.strictAnswers),
    headers: {
      ...(etag === undefined ? {} : { etag }),
      ...(location === undefined ? {} : { location: services.addresses.baseUrl + PREFIX + location }),
    },
  };
}
