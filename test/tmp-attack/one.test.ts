import assert from "node:assert/strict";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, test } from "node:test";
import { addManager } from "../../src/identity/managers.ts";
import { startApi, type Api } from "../support/api.ts";
import { readAnswer } from "../support/raw-request.ts";
import { startTestNode } from "../support/node.ts";
import { by } from "../support/world.ts";

let api: Api;
let port: number;
before(async () => { api = await startApi(); port = await api.idp.node.listen(); });
after(() => api.close());
const org = () => api.idp.world.acme.id;

test("TOCTOU take-over by stalled body", async () => {
  const m = await api.manager([{ role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: org() } }]);
  const p = (await api.owner.post(`/organizations/${org()}/users`, { userName: "rising" })).json;
  const body = JSON.stringify({ password: "attacker chose this one" });
  const socket = connect(port, "127.0.0.1");
  socket.write(`PUT /management/v1/users/${p.id}/password HTTP/1.1\r\nHost: localhost:8080\r\nAuthorization: Bearer ${m.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`);
  await sleep(300);
  const made = await api.owner.post("/instance/managers", { userId: p.id, role: "IAM_OWNER" });
  assert.equal(made.status, 201);
  socket.write(body);
  const answer = await readAnswer(socket);
  console.log("TOCTOU take-over:", answer.status);
});

test("TOCTOU role taken away", async () => {
  const m = await api.manager([{ role: "ORG_OWNER", place: { level: "organization", organizationId: org() } }]);
  const body = JSON.stringify({ userId: api.idp.world.bob.id, role: "ORG_OWNER" });
  const socket = connect(port, "127.0.0.1");
  const ada = api.idp.world.ada.id;
  const body2 = JSON.stringify({ userId: ada, role: "ORG_OWNER" });
  socket.write(`POST /management/v1/organizations/${org()}/managers HTTP/1.1\r\nHost: localhost:8080\r\nAuthorization: Bearer ${m.token}\r\nContent-Type: application/json\r\nContent-Length: ${body2.length}\r\nConnection: close\r\n\r\n`);
  await sleep(300);
  const { items } = (await api.owner.get(`/organizations/${org()}/managers`)).json;
  for (const one of items.filter((i: any) => i.user.id === m.userId)) assert.equal((await api.owner.delete(`/organizations/${org()}/managers/${one.id}`)).status, 204);
  socket.write(body2);
  console.log("TOCTOU role gone:", (await readAnswer(socket)).status);
});

test("rate limit variants", async () => {
  const node = await startTestNode({ beside: api.idp.node, callsPerMinute: 3 });
  const seen = new Set<number>();
  for (let i = 1; i < 40; i++) {
    const r = await node.app.inject({ method: "GET", url: "/management/v1/me", headers: { authorization: `Bearer${" ".repeat(i)}${api.owner.token}` } });
    seen.add(r.statusCode);
  }
  const r = await node.app.inject({ method: "GET", url: "/management/v1/me", headers: { authorization: `Bearer ${api.owner.token}=` } });
  console.log("rate", [...seen], "pad", r.statusCode);
  await node.close();
});

test("content types", async () => {
  for (const [type, payload] of [["application/x-www-form-urlencoded", "name=x"], ["text/plain", "{}"], ["application/json", '{"__proto__":{"name":"x"},"name":"y"}'], ["application/json", '{"constructor":{"prototype":{"a":1}},"name":"y"}'], ["application/json", "null"], ["multipart/form-data; boundary=x", "--x--"]]) {
    const r = await api.idp.node.app.inject({ method: "POST", url: `/management/v1/organizations/${org()}/projects`, headers: { authorization: `Bearer ${api.owner.token}`, "content-type": type! }, payload: payload! });
    console.log(type, r.statusCode, r.body.slice(0, 150));
  }
});

test("perf of bad bodies", async () => {
  const project = (await api.owner.post(`/organizations/${org()}/projects`, { name: "Perf" })).json.id;
  const time = async (name: string, path: string, payload: string) => {
    const t = performance.now();
    const r = await api.idp.node.app.inject({ method: "POST", url: `/management/v1${path}`, headers: { authorization: `Bearer ${api.owner.token}`, "content-type": "application/json" }, payload });
    console.log(name, payload.length, r.statusCode, Math.round(performance.now() - t), "ms", r.body.length, "bytes");
  };
  const check = `/projects/${project}/applications/check`;
  await time("many uris", check, JSON.stringify({ name: "x", type: "web", redirectUris: Array(90000).fill("https://a") }));
  await time("numbers", check, JSON.stringify({ name: "x", type: "web", redirectUris: Array(400000).fill(1) }));
  await time("unknown fields", check, JSON.stringify(Object.fromEntries(Array.from({ length: 80000 }, (_, i) => [`f${i}`, 1]))));
  await time("long uri", check, JSON.stringify({ name: "x", type: "web", redirectUris: [`https://a.example/${"a/../".repeat(190000)}`] }));
  await time("long uri 2", check, JSON.stringify({ name: "x", type: "web", redirectUris: [`https://${"a.".repeat(500000)}example/`] }));
  await time("role keys", `/projects/${project}/grants`, JSON.stringify({ organizationDomain: "x.example", roleKeys: Array(250000).fill("a") }));
  await time("role keys num", `/projects/${project}/grants`, JSON.stringify({ organizationDomain: "x.example", roleKeys: Array(450000).fill(1) }));
  await time("deep jwk", `/applications/${api.idp.web.application.id}/keys`, `{"publicKey":{"kty":${"[".repeat(500000)}${"]".repeat(500000)}}}`);
  await time("deep jwk2", `/applications/${api.idp.web.application.id}/keys`, `{"publicKey":{"x5c":${"[".repeat(500000)}${"]".repeat(500000)}}}`);
  await time("enum array", check, JSON.stringify({ name: "x", type: "web", responseTypes: Array(150000).fill("zzz") }));
  await time("string name", check, JSON.stringify({ name: "x".repeat(1000000), type: "web" }));
  await time("lifetimes", check, JSON.stringify({ name: "x", type: "web", tokens: { lifetimes: { accessToken: 1e308 } } }));
});

test("proto role keys and metadata", async () => {
  const project = api.idp.world.project.id;
  for (const key of ["__proto__", "constructor", "toString", "a b", "a,b"]) {
    const r = await api.owner.post(`/projects/${project}/roles`, { key });
    console.log("role", key, r.status, r.json?.detail ?? "");
    const m = await api.owner.put(`/users/${api.idp.world.ada.id}/metadata/${encodeURIComponent(key)}`, { value: "v" });
    console.log("meta", key, m.status, m.json?.detail ?? "");
  }
});

test("N+1 manager roles", async () => {
  const m = await api.manager([{ role: "ORG_PROJECT_CREATOR", place: { level: "organization", organizationId: org() } }]);
  const t0 = performance.now();
  for (let i = 0; i < 1500; i++) await m.post(`/organizations/${org()}/projects`, { name: `p${i}` });
  console.log("1500 projects", Math.round(performance.now() - t0));
  const viewer = await api.manager([{ role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: org() } }]);
  const time = async (name: string, f: () => Promise<any>) => { const t = performance.now(); const r = await f(); console.log(name, r.status, Math.round(performance.now() - t), "ms", r.body.length); };
  await time("manager-roles by user manager", () => viewer.get(`/service-users/${m.userId}/manager-roles`));
  await time("me", () => m.get(`/me`));
  await time("takeover", () => viewer.post(`/service-users/${m.userId}/deactivate`));
  await time("simple", () => viewer.get(`/service-users/${m.userId}`));
});
