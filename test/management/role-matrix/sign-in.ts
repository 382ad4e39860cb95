/** People signed in at an application, and tokens of theirs and of service users. */

import { createPersonalAccessToken } from "../../../src/identity/service-users/personal-access-tokens.ts";
import { openAppSession } from "../../../src/identity/sessions/app-sessions.ts";
import { startLoginSession } from "../../../src/identity/sessions/login-sessions.ts";
import { accessTicket, personalAccessTicket } from "../../../src/tokens/kinds.ts";
import { agreed } from "../../support/consent.ts";
import { by, DAY, lifetimes, loginLifetimes } from "../../support/world.ts";
import type { Grounds, ProjectName } from "./grounds.ts";

export interface SignedIn {
  readonly loginSessionId: string;
  readonly appSessionId: string;
  readonly accessToken: string;
}

export async function signIn(
  { api, make, projects }: Grounds,
  userId: string,
  project: ProjectName,
): Promise<SignedIn> {
  const applicationId = await make.application(project, { plain: true });
  const asked = {
    scopes: ["openid"],
    nonce: undefined,
    redirectUri: "https://app.example/callback",
    codeChallenge: "",
    lifetimes,
  };
  return make.run(async (tx) => {
    // Everybody may, whether or not the project is granted to their organization.
    await tx.updateTable("projects").set({ project_check: 0 }).where("id", "=", projects[project]).execute();
    const login = await startLoginSession(
      tx,
      { userId, amr: ["pwd"], userAgent: "test", lifetimes: loginLifetimes },
      by,
    );
    const consentId = await agreed(tx, userId, applicationId, asked.scopes);
    const appSessionId =
      login && (await openAppSession(tx, { applicationId, loginSessionId: login.id, consentId, ...asked }, by));
    if (login === undefined || appSessionId === undefined) throw new Error("nobody was signed in");
    const seconds = Math.floor(login.createdAt / 1000);
    const payload = { t: `a.${appSessionId}.token`, l: login.id, i: seconds, x: seconds + 3600, o: "openid" };
    const accessToken = api.idp.node.services.tickets.seal(accessTicket, payload);
    return { loginSessionId: login.id, appSessionId, accessToken };
  });
}

export async function personalAccessToken({ api, make }: Grounds, userId: string): Promise<string> {
  const input = { userId, name: "ci", scopes: ["openid"], expiresAt: Date.now() + DAY };
  const { id } = await make.run((tx) => createPersonalAccessToken(tx, input, by));
  return api.idp.node.services.tickets.seal(personalAccessTicket, { p: id, u: userId });
}
