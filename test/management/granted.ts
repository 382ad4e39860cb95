/** A project of Acme with three roles, two of them granted to the other organization, and those who manage what. */
import assert from "node:assert/strict";
import type { Role } from "../../src/identity/permissions/roles.ts";
import { createServiceUser } from "../../src/identity/service-users/service-users.ts";
import type { Api, Manager } from "../support/api.ts";
import { by } from "../support/world.ts";
import type { ApiStage } from "./stage.ts";

export interface Granted {
  readonly projectId: string;
  /** Of `reader` and `editor`; `admin` is not granted. */
  readonly grantId: string;
  readonly projectOwner: Manager;
  readonly projectViewer: Manager;
  readonly grantOwner: Manager;
  readonly grantViewer: Manager;
}

let people = 0;

export async function makeGranted({ api, owner, projects }: ApiStage): Promise<Granted> {
  const { other } = api.idp.world;
  const projectId: string = (await owner.post(projects, { name: "Granted" })).json.id;
  for (const key of ["admin", "editor", "reader"]) await owner.post(`/projects/${projectId}/roles`, { key });
  const granted = await owner.post(`/projects/${projectId}/grants`, {
    organizationId: other.id,
    roleKeys: ["reader", "editor"],
  });
  assert.equal(granted.status, 201, granted.body);
  const grantId: string = granted.json.id;
  const ofProject = (role: Role) => api.manager([{ role, place: { level: "project", projectId } }]);
  const ofGrant = (role: Role) =>
    api.manager([{ role, place: { level: "project_grant", projectGrantId: grantId } }], other.id);
  return {
    projectId,
    grantId,
    projectOwner: await ofProject("PROJECT_OWNER"),
    projectViewer: await ofProject("PROJECT_OWNER_VIEWER"),
    grantOwner: await ofGrant("PROJECT_GRANT_OWNER"),
    grantViewer: await ofGrant("PROJECT_GRANT_OWNER_VIEWER"),
  };
}

/** Somebody who can be given roles. */
export async function newUser({ idp }: Api, organizationId: string): Promise<string> {
  const { storage } = idp.node.services;
  const user = await storage.transaction((tx) =>
    createServiceUser(tx, { organizationId, userName: `user-${++people}` }, by),
  );
  return user.id;
}

/** What happened to one thing, oldest first. */
export async function eventsAbout({ idp }: Api, id: string): Promise<string[]> {
  const { db } = idp.node.services.storage;
  const rows = await db.selectFrom("events").select("type").where("resource_id", "=", id).orderBy("id").execute();
  return rows.map(({ type }) => type);
}
