/**
 * The two who attack. The hostile one holds every manager role that an organization, its projects and grants have, in
 * an organization of their own. The insider lives where an owner of the instance lives and holds every role there but
 * the owner's.
 */
import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import { addTotp, newTotpSecret } from "../../../src/identity/factors/totp.ts";
import { addManager } from "../../../src/identity/managers.ts";
import { type Role, roleNames, roles } from "../../../src/identity/permissions/roles.ts";
import { builtInPolicies } from "../../../src/identity/policies/kinds.ts";
import { changeProject } from "../../../src/identity/projects.ts";
import { createHuman, type Human } from "../../../src/identity/users/humans.ts";
import { signetItself } from "../../../src/passwords/passwords.ts";
import { type Api, type HeldHere, makeManager } from "../../support/api.ts";
import { grantAccepted } from "../../support/grants.ts";
import { PASSWORD } from "../../support/idp.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by, DAY } from "../../support/world.ts";
import { type Grounds, makeGrounds } from "../role-matrix/grounds.ts";
import { newOrganization } from "./organization.ts";
import { Pool } from "./pool.ts";
import type { Victim } from "./victim.ts";

export interface Attacker {
  readonly grounds: Grounds;
  readonly token: string;
  /** What they know of others. */
  readonly foreign: Pool;
  /** What earlier answers have told them. */
  readonly learned: Pool;
  /** Of others: what everybody knows of Signet itself, and whose project was granted to them. */
  readonly mayKnow: readonly string[];
  /** The project that was granted to them. */
  readonly sharedProject?: string;
  /** Who must not be touched though they live in the same organization. */
  readonly owner?: Owner;
}

export interface Owner {
  readonly human: Human;
  readonly code: (timestamp?: number) => string;
}

const rolesOf = (level: string): Role[] => roleNames.filter((role) => roles[role].level === level);

/** As hard on the people of the organization as an organization can decide. */
export const harshPolicies: Readonly<Record<string, unknown>> = {
  throttling: { delayAfter: 1, blockAfter: 2, blockSeconds: DAY / 1000 },
  sessions: { idleSeconds: 300, absoluteSeconds: 300 },
  secondFactor: { mode: "off", allowed: ["email_code"] },
  password: { minLength: 256, checkCommon: true },
  registration: { ...builtInPolicies.registration, allowed: true, verifyEmail: false },
};

/** The client id of the Console is in the address of every sign-in to it. */
const known = ({ idp }: Api) => [idp.world.instance.consoleApplicationId, idp.world.instance.projectId];

export async function makeHostile(api: Api, victim: Victim, foreign: Pool): Promise<Attacker> {
  const { storage } = api.idp.node.services;
  const grounds = await makeGrounds(api, {
    home: await newOrganization(api, "The hostile ones"),
    other: await newOrganization(api),
  });
  const { home } = grounds.organizations;
  const grant = await storage.transaction(async (tx) => {
    await changeProject(tx, grounds.projects.project, { projectCheck: false }, by);
    return grantAccepted(tx, { projectId: victim.sharedId, organizationId: home, roleKeys: [] }, by);
  });
  const learned = new Pool();
  learned.add("projectGrantId", grant.id);
  const { token } = await makeManager(api.idp, everyRole(grounds, [grant.id]), home);
  return {
    grounds,
    token,
    foreign,
    learned,
    mayKnow: [...known(api), victim.organizationId, victim.sharedId],
    sharedProject: victim.sharedId,
  };
}

export async function makeInsider(api: Api, foreign: Pool): Promise<Attacker & { owner: Owner }> {
  const { storage, passwords, vault } = api.idp.node.services;
  const home = await newOrganization(api, "Headquarters");
  const grounds = await makeGrounds(api, { home, other: await newOrganization(api) });
  const passwordHash = unjudged(await passwords.hash(PASSWORD, signetItself));
  const secret = newTotpSecret();
  const code = (timestamp = Date.now()) => new TOTP({ secret }).generate({ timestamp });
  const input = {
    organizationId: home,
    userName: "chief",
    email: `chief-${home}@mail.example`,
    emailVerified: true,
    passwordHash,
  };
  const human = await storage.transaction((tx) => createHuman(tx, input, by));
  assert.equal(
    await addTotp(storage, vault, { userId: human.id, secret, name: "", code: code(Date.now() - 30_000) }, by),
    "won",
  );
  await storage.transaction((tx) =>
    addManager(tx, { userId: human.id, role: "IAM_OWNER", place: { level: "iam" } }, by),
  );
  const held = everyRole(grounds, []).filter(({ role }) => role !== "ORG_OWNER");
  const { token } = await makeManager(api.idp, held, home);
  return { grounds, token, foreign, learned: new Pool(), mayKnow: known(api), owner: { human, code } };
}

/** What names the owner, in the places where others' things are put. */
export async function nameOwner({ idp }: Api, { human }: Owner, pool: Pool): Promise<void> {
  const { db } = idp.node.services.storage;
  const factors = await db.selectFrom("factors").select("id").where("user_id", "=", human.id).execute();
  const managers = await db.selectFrom("managers").select("id").where("user_id", "=", human.id).execute();
  const sessions = await db
    .selectFrom("app_sessions")
    .select(["id", "login_session_id"])
    .where("user_id", "=", human.id)
    .execute();
  pool.add("userId", human.id);
  pool.add("factorId", ...factors.map(({ id }) => id));
  pool.add("managerId", ...managers.map(({ id }) => id));
  pool.add("appSessionId", ...sessions.map(({ id }) => id));
  pool.add("loginSessionId", ...sessions.flatMap(({ login_session_id }) => login_session_id ?? []));
}

function everyRole({ organizations, projects }: Grounds, receivedGrants: readonly string[]): HeldHere[] {
  return [
    ...rolesOf("organization").map((role) => ({
      role,
      place: { level: "organization", organizationId: organizations.home } as const,
    })),
    ...[projects.project, projects.sibling].flatMap((projectId) =>
      rolesOf("project").map((role) => ({ role, place: { level: "project", projectId } as const })),
    ),
    ...receivedGrants.flatMap((projectGrantId) =>
      rolesOf("project_grant").map((role) => ({ role, place: { level: "project_grant", projectGrantId } as const })),
    ),
  ];
}
