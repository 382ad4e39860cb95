/** The limit of HTTP: Signet's own Fastify, with its headers and hooks, answering what it was told to answer. */
import type { FastifyReply } from "fastify";
import { createApp } from "../../src/http/app.ts";
import { acceptForms } from "../../src/http/forms.ts";
import { createLogger } from "../../src/http/logging.ts";

/** Of every path. Told by PUT, and changed from one measurement to the next. */
let constant = { status: 200, type: "application/json", body: "{}" };

const app = createApp({
  loginUrl: "http://localhost:8080",
  https: false,
  trustedProxies: [],
  log: createLogger("warn"),
});
app.register(async (room) => {
  room.put("/bench/answer", async (request) => {
    constant = { ...constant, ...JSON.parse(JSON.stringify(request.body)) };
    return {};
  });
});
app.register(async (room) => {
  acceptForms(room);
  for (const path of ["/.well-known/openid-configuration", "/oauth/v2/keys", "/oauth/v2/userinfo"])
    room.get(path, async (_, reply) => say(reply));
  for (const path of ["/oauth/v2/token", "/oauth/v2/introspect", "/oauth/v2/revoke"])
    room.post(path, async (_, reply) => say(reply));
});

function say(reply: FastifyReply): FastifyReply {
  return reply.code(constant.status).header("content-type", constant.type).send(constant.body);
}

await app.listen({ host: "127.0.0.1", port: Number(process.env.BENCH_PORT) });
