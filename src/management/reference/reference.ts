/**
 * The API document and its page: GET openapi.json and GET docs, without a token, because they tell what Signet can do
 * and nothing about what is in it. Both are made when they are first asked for, and kept.
 */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { allowAnyOrigin } from "../../http/cors.ts";
import { setPageHeaders, sourceHash } from "../../http/headers.ts";
import { describeApi } from "../openapi/openapi.ts";
import type { Route } from "../route.ts";
import { referencePage } from "./page.ts";
import { style } from "./style.ts";

const CACHE_SECONDS = 300;

/** `url`: where the API is. */
export function addReference(room: App, routes: readonly Route[], url: string): void {
  const document = once(() => describeApi(routes, url));
  const json = once(() => withTag(JSON.stringify(document())));
  const page = once(() => withTag(referencePage(document())));
  for (const path of ["/openapi.json", "/docs"]) allowAnyOrigin(room, path, ["GET"]);

  room.get("/openapi.json", async (request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8");
    return sendKept(request, reply, json());
  });
  room.get("/docs", async (request, reply) => {
    setPageHeaders(reply, { styles: [sourceHash(style)], leadsAway: false });
    return sendKept(request, reply, page());
  });
}

interface Kept {
  readonly text: string;
  readonly etag: string;
}

function sendKept({ headers }: FastifyRequest, reply: FastifyReply, { text, etag }: Kept): FastifyReply {
  reply.header("cache-control", `public, max-age=${CACHE_SECONDS}`).header("etag", etag);
  const known = headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return known.includes(etag) || known.includes("*") ? reply.code(304).send() : reply.send(text);
}

function withTag(text: string): Kept {
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
