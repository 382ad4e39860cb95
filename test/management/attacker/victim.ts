/**
 * An organization that has nothing to do with the attackers: people with something of their own in every field,
 * applications, an API, programs, and somebody who is signed in. What nobody else may read has its mark in it.
 */

import { setMetadata } from "../../../src/identity/metadata.ts";
import { createOrganization } from "../../../src/identity/organizations.ts";
import { addProjectRole } from "../../../src/identity/project-roles.ts";
import { createProject } from "../../../src/identity/projects.ts";
import { assignRoles } from "../../../src/identity/role-assignments.ts";
import { createPersonalAccessToken } from "../../../src/identity/service-users/personal-access-tokens.ts";
import { changeServiceUser } from "../../../src/identity/service-users/service-users.ts";
import { createHuman, type Human } from "../../../src/identity/users/humans.ts";
import { signetItself } from "../../../src/passwords/passwords.ts";
import { personalAccessTicket } from "../../../src/tokens/kinds.ts";
import type { Api } from "../../support/api.ts";
import type { Browser } from "../../support/browser.ts";
import { type Client, makeClient, makeServiceUser } from "../../support/clients.ts";
import { PASSWORD } from "../../support/idp.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by, DAY } from "../../support/world.ts";
import { type Grounds, makeGrounds } from "../role-matrix/grounds.ts";
import { newOrganization } from "./organization.ts";
import { signedIn, tokensOf } from "./sign-in.ts";

/** Short enough to be a part of every field, and in nothing that anybody else has. */
export const MARK = "victims-own";
export const mark = (field: string) => `${MARK}-${field}`;
export const aud = (projectId: string) => `urn:service:iam:org:project:id:${projectId}:aud`;

export interface Victim {
  /** The same as the role matrix has, to make every call with. */
  readonly grounds: Grounds;
  readonly organizationId: string;
  /**
   * With an application, an API and roles; granted to nobody. It admits everybody, so nothing but its list of callers
   * keeps it out of tokens.
   */
  readonly projectId: string;
  /** May be granted to others, who then know its name. */
  readonly sharedId: string;
  readonly roleKey: string;
  readonly person: Human;
  readonly browser: Browser;
  readonly app: Client;
  readonly resourceServer: Client;
  readonly robot: Awaited<ReturnType<typeof makeServiceUser>>;
  readonly personal: string;
  /** The last of them; a refresh replaces it. */
  tokens: { accessToken: string; refreshToken: string };
}

export async function makeVictim(api: Api): Promise<Victim> {
  const { storage, passwords, tickets } = api.idp.node.services;
  const passwordHash = unjudged(await passwords.hash(PASSWORD, signetItself));
  const organization = await storage.transaction((tx) =>
    // Both are told to whoever has to do with the organization: see docs/security.md.
    createOrganization(tx, { name: "The quiet ones", domain: "quiet.example" }, by),
  );
  const organizationId = organization.id;
  const names = { home: mark("thing"), receiver: mark("friends"), other: mark("others"), signet: mark("signets") };
  const grounds = await makeGrounds(api, { home: organizationId, other: await newOrganization(api), names });
  const roleKey = mark("role");
  const robot = await makeServiceUser(storage, organizationId);
  const made = await storage.transaction(async (tx) => {
    const person = await createHuman(tx, { organizationId, ...everyField(), passwordHash }, by);
    for (const id of [person.id, robot.id])
      await setMetadata(tx, { kind: "user", id }, { key: mark("key"), value: mark("value") }, by);
    await setMetadata(tx, { kind: "organization", id: organizationId }, { key: mark("key"), value: mark("value") }, by);
    await changeServiceUser(tx, robot.id, { name: mark("robot"), description: mark("description") }, by);
    const project = await createProject(tx, { organizationId, name: mark("project"), projectCheck: false }, by);
    await addProjectRole(tx, project.id, { key: roleKey, displayName: mark("role-name") }, by);
    for (const userId of [person.id, robot.id])
      await assignRoles(tx, { userId, projectId: project.id, roleKeys: [roleKey] }, by);
    const shared = await createProject(tx, { organizationId, name: "Shared by the quiet ones" }, by);
    const expiresAt = Date.now() + 10 * DAY;
    const token = { userId: robot.id, name: mark("token"), scopes: ["openid", aud(project.id)], expiresAt };
    const { id: tokenId } = await createPersonalAccessToken(tx, token, by);
    return {
      person,
      projectId: project.id,
      sharedId: shared.id,
      personal: tickets.seal(personalAccessTicket, { p: tokenId, u: robot.id }),
    };
  });
  const inProject = { projectId: made.projectId, organizationId, method: "basic" } as const;
  const change = { name: mark("app"), grantTypes: ["authorization_code", "refresh_token"] } as const;
  const app = await makeClient(storage, { ...inProject, change });
  const resourceServer = await makeClient(storage, { ...inProject, type: "api", change: { name: mark("api") } });
  const browser = api.idp.browser();
  const code = await signedIn(api.idp, browser, {
    client: app,
    loginName: made.person.loginName,
    scope: "openid profile offline_access",
  });
  const tokens = await tokensOf(api.idp, app, code);
  return { ...made, grounds, organizationId, roleKey, browser, app, resourceServer, robot, tokens };
}

function everyField() {
  return {
    userName: mark("user-name"),
    profile: {
      givenName: mark("given-name"),
      familyName: mark("family-name"),
      nickname: mark("nickname"),
      displayName: mark("display-name"),
      picture: `https://pictures.example/${mark("picture")}`,
    },
    email: `${mark("email")}@mail.example`,
    emailVerified: true,
    phone: "+41 44 555 01 99",
    address: { street: mark("street"), locality: mark("town"), country: "CH" },
  };
}
