/** That the judge of answers, and the look at what has changed, catch what they are for. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { App } from "../../src/http/app.ts";
import { sqlite } from "../support/node.ts";
import { type GivenAnswer, MOST_TIMES_USUAL, problemOfCall, problemsOf } from "./endpoints/judge.ts";
import { describedCalls } from "./endpoints/management-requests.ts";
import { play } from "./endpoints/play.ts";
import type { SentRequest } from "./endpoints/request.ts";
import { type FuzzStage, startFuzzStage } from "./endpoints/stage.ts";

const request: SentRequest = { method: "GET", url: "/management/v1/me", headers: {} };
const headers = {
  "x-request-id": "1",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'",
  "cache-control": "no-store",
  "content-type": "application/problem+json; charset=utf-8",
};
const good: GivenAnswer = { status: 401, headers, timesUsual: 1, body: '{"code":"token_missing","requestId":"1"}' };

describe("the judge of answers", () => {
  test("has nothing against a good one", () => assert.deepEqual(problemsOf(request, good), []));

  const wrong: Record<string, Partial<GivenAnswer>> = {
    "the service's own fault": { status: 500 },
    "it took 1001 times as long as others": { timesUsual: MOST_TIMES_USUAL + 1 },
    "no request id": { headers: { ...headers, "x-request-id": undefined } },
    "no X-Content-Type-Options": { headers: { ...headers, "x-content-type-options": undefined } },
    "no X-Frame-Options": { headers: { ...headers, "x-frame-options": "ALLOW" } },
    "no Referrer-Policy": { headers: { ...headers, "referrer-policy": "origin" } },
    "no Content-Security-Policy": { headers: { ...headers, "content-security-policy": "default-src *" } },
    "no Cache-Control": { headers: { ...headers, "cache-control": undefined } },
    "it says what it is made of": { headers: { ...headers, "x-powered-by": "x" } },
    "a header with a line break": { headers: { ...headers, location: "/a\r\nb: c" } },
    "it leads to //evil.example": { headers: { ...headers, location: "//evil.example" } },
    "it leads to https://app.example.evil": { headers: { ...headers, location: "https://app.example.evil/callback" } },
    "something of the inside": {
      body: '{"code":"token_missing","requestId":"1","x":"at Object.run (/app/src/a.ts:1)"}',
    },
    "a cookie from the management API": { headers: { ...headers, "set-cookie": "a=b" } },
    "an error that is no JSON": { body: "Oops" },
    "an unknown code": { body: '{"code":"oops","requestId":"1"}' },
    "another request id in the body": { body: '{"code":"token_missing","requestId":"2"}' },
  };
  for (const [problem, change] of Object.entries(wrong)) {
    test(`says: ${problem}`, () =>
      assert.ok(problemsOf(request, { ...good, ...change }).some((said) => said.startsWith(problem))));
  }

  test("says that an error of the token endpoint is none that OAuth knows, or us", () => {
    const sent: SentRequest = { method: "POST", url: "/oauth/v2/token", headers: {} };
    const answer = { ...good, status: 400, body: '{"error":"invalid_grant"}' };
    assert.deepEqual(problemsOf(sent, answer), []);
    assert.deepEqual(problemsOf(sent, { ...answer, body: '{"error":"oops"}' }), ["an unknown error: oops"]);
  });
});

const send = (app: App, sent: SentRequest) => app.inject(sent);
type Injected = Awaited<ReturnType<typeof send>>;

describe("a service that is not as it should be", () => {
  let stage: FuzzStage;
  before(async () => {
    stage = await startFuzzStage(sqlite);
  });
  after(() => stage.close());

  /** The same, with answers that somebody has tampered with. */
  function tampered(tamper: (answer: Injected) => Promise<Injected> | Injected): FuzzStage {
    const { api } = stage;
    const { node } = api.idp;
    const app = Object.create(node.app, {
      inject: { value: async (sent: SentRequest) => tamper(await send(node.app, sent)) },
    });
    return { ...stage, api: { ...api, idp: { ...api.idp, node: { ...node, app } } } };
  }
  const problemsIn = async (broken: FuzzStage) =>
    (await play(broken, { requests: 50, seed: 1, round: 50 })).problems.join("\n");

  test("is found out when it answers 500, with the request that made it", async () => {
    const found = await problemsIn(
      tampered((answer) => Object.assign(answer, { statusCode: answer.statusCode === 401 ? 500 : answer.statusCode })),
    );
    assert.match(
      found,
      /request \d+, nobody, management: the service's own fault: 500.*\n(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/management/s,
    );
  });

  test("is found out when it lets somebody change something who may not", async () => {
    let names = 0;
    const { db } = stage.api.idp.node.services.storage;
    const changing = tampered(async (answer) => {
      await db
        .updateTable("projects")
        .set({ name: `planted ${++names}` })
        .execute();
      return answer;
    });
    assert.match(await problemsIn(changing), /requests 1 to 20 have changed projects/);
  });

  test("is found out when it only says so in its log", async () => {
    assert.match(await problemsIn({ ...stage, failures: ['{"level":"error"}'] }), /a failure in the log/);
  });

  test("and when a call answers in a way that nobody described", () => {
    const [call] = describedCalls(stage.document).filter(({ path, method }) => path === "/me" && method === "GET");
    assert.ok(call);
    const answer = { ...good, status: 200, headers: { ...headers, "content-type": "application/json; charset=utf-8" } };
    assert.equal(problemOfCall(call, answer), undefined);
    assert.equal(problemOfCall(call, { ...answer, status: 202 }), "an answer nobody described: 202");
    assert.equal(
      problemOfCall(call, { ...answer, headers: { "content-type": "text/html" } }),
      "an answer of another type: text/html",
    );
  });
});
