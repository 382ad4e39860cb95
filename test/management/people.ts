/** People and service users to manage, made by the API itself, and what became of them. */
import assert from "node:assert/strict";
import type { Role } from "../../src/identity/permissions/roles.ts";
import type { Manager } from "../support/api.ts";
import { USERINFO } from "../support/clients.ts";
import { PASSWORD } from "../support/idp.ts";
import type { ApiStage } from "./stage.ts";

let people = 0;

export interface Made {
  readonly id: string;
  readonly userName: string;
  /** `/users/…` or `/service-users/…`. */
  readonly path: string;
}

/** In Acme. */
export async function makePerson({ api, owner }: ApiStage, given: Record<string, unknown> = {}): Promise<Made> {
  const userName = `person-${++people}`;
  const made = await owner.post(`/organizations/${api.idp.world.acme.id}/users`, { userName, ...given });
  assert.equal(made.status, 201, made.body);
  return { id: made.json.id, userName, path: `/users/${made.json.id}` };
}

export function withPassword(): Record<string, unknown> {
  return { password: PASSWORD };
}

/** In Acme. */
export async function makeRobot({ api, owner }: ApiStage, given: Record<string, unknown> = {}): Promise<Made> {
  const userName = `robot-${++people}`;
  const made = await owner.post(`/organizations/${api.idp.world.acme.id}/service-users`, { userName, ...given });
  assert.equal(made.status, 201, made.body);
  return { id: made.json.id, userName, path: `/service-users/${made.json.id}` };
}

/** A manager of Acme with that role there. */
export function atAcme({ api }: ApiStage, role: Role): Promise<Manager> {
  return api.manager([{ role, place: { level: "organization", organizationId: api.idp.world.acme.id } }]);
}

export interface Recorded {
  readonly type: string;
  readonly actor: string | null;
  readonly detail: Record<string, unknown>;
}

/** What happened to one user, oldest first. */
export async function eventsOf({ api }: ApiStage, id: string): Promise<Recorded[]> {
  const { db } = api.idp.node.services.storage;
  const rows = await db
    .selectFrom("events")
    .select(["type", "actor_id", "detail"])
    .where("resource_kind", "=", "user")
    .where("resource_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ type, actor_id, detail }) => ({ type, actor: actor_id, detail: JSON.parse(detail) }));
}

/** Which mails wait for the user, in the order in which they were asked for. */
export async function mailsFor({ api }: ApiStage, userId: string): Promise<string[]> {
  const { db } = api.idp.node.services.storage;
  const rows = await db.selectFrom("outbox").select(["kind", "payload"]).orderBy("id").execute();
  return rows.filter(({ payload }) => JSON.parse(payload).userId === userId).map(({ kind }) => kind);
}

/** Whether an access token still counts, asked at the other node. */
export async function counts({ second }: ApiStage, token: unknown): Promise<boolean> {
  const { statusCode } = await second.app.inject({ url: USERINFO, headers: { authorization: `Bearer ${token}` } });
  assert.ok([200, 401].includes(statusCode), String(statusCode));
  return statusCode === 200;
}
