/** The management API on each engine, on two nodes of one instance, with a project and managers to call it. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { type Answer, type Api, type Manager, startApi } from "../support/api.ts";
import { dump } from "../support/dump.ts";
import { enginesOf } from "../support/engines.ts";
import { startTestNode, type TestNode } from "../support/node.ts";

export const PREFIX = "/management/v1";

export interface ApiStage {
  readonly api: Api;
  /** IAM_OWNER. */
  readonly owner: Manager;
  /** ORG_OWNER of Acme. */
  readonly acmeOwner: Manager;
  /** ORG_OWNER of the other organization. */
  readonly otherOwner: Manager;
  /** Where the projects of Acme are. */
  readonly projects: string;
  /** Another node of the same instance. */
  readonly second: TestNode;
}

export function onEachApi(title: string, body: (stage: ApiStage) => void): void {
  for (const engine of enginesOf(title)) {
    describe(`${title}, on ${engine.name}`, () => {
      let made: ApiStage | undefined;
      before(async () => {
        const api = await startApi(engine);
        const { acme, other } = api.idp.world;
        const owns = (organizationId: string) =>
          [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }] as const;
        made = {
          api,
          owner: api.owner,
          acmeOwner: await api.manager(owns(acme.id)),
          otherOwner: await api.manager(owns(other.id)),
          projects: `/organizations/${acme.id}/projects`,
          second: await startTestNode({ beside: api.idp.node }),
        };
      });
      after(async () => {
        await made?.second.close();
        await made?.api.close();
      });
      const stage = (): ApiStage => {
        if (made === undefined) throw new Error("the stage is used before it is set");
        return made;
      };
      body({
        get api() {
          return stage().api;
        },
        get owner() {
          return stage().owner;
        },
        get acmeOwner() {
          return stage().acmeOwner;
        },
        get otherOwner() {
          return stage().otherOwner;
        },
        get projects() {
          return stage().projects;
        },
        get second() {
          return stage().second;
        },
      });
    });
  }
}

/** Everything that a refused call must leave as it is. What is only counted or noted in passing is left out. */
export async function content({ idp }: Api): Promise<Record<string, unknown[]>> {
  const { usage: _, proof_attempts: attempts = [], ...rest } = await dump(idp.node.services.storage);
  // A domain that is refused counts, as every other that an organization tries.
  return { ...rest, proof_attempts: attempts.filter((row) => !/"organization:[\w-]+:domain"/.test(String(row))) };
}

/** Runs calls that must change nothing. */
export async function unchanged<T>(api: Api, work: () => Promise<T>): Promise<T> {
  const before = await content(api);
  const result = await work();
  assert.deepEqual(await content(api), before);
  return result;
}

/** A problem document as every one of them is: with its code, its request id, and nothing of our inside. */
export function assertProblem(
  answer: Pick<Answer, "status" | "json" | "headers" | "body">,
  status: number,
  code: string,
): void {
  assert.equal(`${answer.status} ${answer.json?.code}`, `${status} ${code}`, answer.body);
  assert.match(answer.headers["content-type"] ?? "", /^application\/problem\+json/);
  assert.equal(answer.json.status, status);
  assert.equal(answer.json.type, `urn:signet:error:${code}`);
  assert.equal(answer.json.requestId, answer.headers["x-request-id"]);
  for (const text of [answer.json.title, answer.json.detail, answer.json.advice])
    assert.ok(typeof text === "string" && text !== "");
  assert.doesNotMatch(answer.body, /\bat \S+ \(|node_modules|\.ts:\d|SQLITE|syntax error|SELECT /);
  assert.equal(answer.headers["set-cookie"], undefined);
}

/** A request as it is, for what no well-behaved client sends. */
export async function raw(
  node: TestNode,
  request: { method: string; url: string; headers?: Record<string, string>; payload?: string },
): Promise<Answer> {
  const response = await node.app.inject({ ...request, method: request.method as "GET", url: PREFIX + request.url });
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
  );
  const isJson = /^application\/(?:problem\+)?json/.test(String(headers["content-type"]));
  return {
    status: response.statusCode,
    headers,
    body: response.body,
    json: isJson && response.body !== "" ? response.json() : undefined,
  };
}
