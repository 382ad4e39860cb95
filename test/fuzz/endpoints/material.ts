/**
 * What is needed to send requests that are almost right: people, clients, tokens, tickets of every step, made anew now
 * and then.
 */
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { readPublicKey } from "../../../src/identity/credential-keys/credential.ts";
import { addKey } from "../../../src/identity/credential-keys/store.ts";
import { newTotpSecret } from "../../../src/identity/factors/totp.ts";
import { createServiceUser, keyOwner, replaceSecret } from "../../../src/identity/service-users/service-users.ts";
import { createHuman, type Human } from "../../../src/identity/users/humans.ts";
import { sealMailLink } from "../../../src/identity/users/mail-link-tickets.ts";
import { prepareMailLink } from "../../../src/identity/users/mail-links.ts";
import { sealSessions } from "../../../src/pages/cookies.ts";
import {
  type LoginRequest,
  type LoginStep,
  loginRequestTicket,
  logoutRequestTicket,
} from "../../../src/pages/login-request.ts";
import { signetItself } from "../../../src/passwords/passwords.ts";
import { formTicket } from "../../../src/people/account/form-ticket.ts";
import type { Tickets } from "../../../src/tickets/tickets.ts";
import { ticketKind } from "../../../src/tickets/tickets.ts";
import { codeTicket } from "../../../src/tokens/kinds.ts";
import { basic, CALLBACK, type Idp, PASSWORD, pkce, post } from "../../support/idp.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by, signIn } from "../../support/world.ts";
import type { Random } from "./random.ts";

/** Who sends: somebody without anything, or somebody who is signed in and holds what a client holds. */
export type Visitor = "nobody" | "person";

export interface Material {
  readonly idp: Idp;
  readonly human: Human;
  readonly sessionId: string;
  readonly appSessionId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
  readonly verifier: string;
  readonly challenge: string;
  readonly service: { readonly userId: string; readonly secret: string };
  /** Good for one use, with the verifier. */
  readonly code: string;
  readonly assertion: string;
  cookie(visitor: Visitor): string;
  loginRequest(visitor: Visitor, random: Random): string;
  logoutRequest(visitor: Visitor): string;
  mailLink(random: Random): string;
  /** For a form of the account. */
  form(action: string): string;
  passkeyChallenge(visitor: Visitor, random: Random): string;
}

/** The same name makes the same key; people/factors/passkey-challenge.ts keeps its own to itself. */
const challengeTicket = ticketKind<object>("passkey-challenge", "sgw_");
const hashed = (value: string) => createHash("sha256").update(value).digest("base64url");

export async function makeMaterial(idp: Idp): Promise<Material> {
  const { storage, tickets, passwords } = idp.node.services;
  const { human, service, keyId, privateKey } = await makePeople(idp, await passwords.hash(PASSWORD, signetItself));
  const { verifier, challenge } = pkce();
  const { login, appSessionId } = await openSession(idp, human.id, challenge);
  const code = tickets.seal(codeTicket, { s: appSessionId });
  const tokens = await freshTokens(idp, human.id);
  const browser = { nobody: randomBytes(32).toString("base64url"), person: randomBytes(32).toString("base64url") };
  const sessions = sealSessions(tickets, [{ id: login.id, version: login.version }]);
  const link = await prepareMailLink(storage.db, human.id, "reset_password");
  const began = login.createdAt;
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: keyId })
    .setIssuer(service.userId)
    .setSubject(service.userId)
    .setAudience(idp.issuer)
    .setIssuedAt()
    .setExpirationTime("50m")
    .sign(privateKey);
  return {
    ...{ idp, human, service, verifier, challenge, appSessionId, sessionId: login.id, code, assertion, ...tokens },
    cookie: (visitor) =>
      `signet-browser=${browser[visitor]}${visitor === "person" ? `; signet-sessions=${sessions}` : ""}`,
    loginRequest: (visitor, random) =>
      tickets.seal(
        loginRequestTicket,
        loginRequest(idp, { visitor, random, human, began, sessionId: login.id, browser: hashed(browser[visitor]) }),
      ),
    logoutRequest: (visitor) =>
      tickets.seal(logoutRequestTicket, {
        browser: hashed(browser[visitor]),
        startedAt: began,
        applicationId: idp.web.application.id,
      }),
    mailLink(random) {
      if (link === undefined) return "";
      const purpose = random.pick(["reset_password", "verify_email", "invitation", "registration"] as const);
      return sealMailLink(tickets, { ...link, purpose }, began);
    },
    form: (action) => formFor(tickets, { action, sessionId: login.id, version: login.version }),
    passkeyChallenge: (visitor, random) =>
      tickets.seal(challengeTicket, {
        ...{
          purpose: random.pick(["sign-in", "second-factor", "new-passkey"]),
          value: "A".repeat(43),
          expiresAt: began + 3_600_000,
        },
        ...{
          browser: hashed(browser[visitor]),
          ...(visitor === "person" && random.chance(0.7) ? { userId: human.id } : {}),
        },
      }),
  };
}

async function makePeople(idp: Idp, passwordHash: string) {
  const { storage } = idp.node.services;
  const organizationId = idp.world.acme.id;
  const userName = `f${randomUUID()}`;
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credential = await readPublicKey(publicKey.export({ type: "spki", format: "pem" }).toString());
  return storage.transaction(async (tx) => {
    const human = await createHuman(
      tx,
      {
        organizationId,
        userName,
        email: `${userName}@mail.example`,
        emailVerified: true,
        passwordHash: unjudged(passwordHash),
      },
      by,
    );
    const user = await createServiceUser(tx, { organizationId, userName: `s${userName}` }, by);
    const { secret } = await replaceSecret(tx, user.id, by);
    const key = await addKey(tx, keyOwner({ id: user.id, organizationId }), { credential }, by);
    return { human, service: { userId: user.id, secret }, keyId: key.id, privateKey };
  });
}

async function openSession(idp: Idp, userId: string, challenge: string) {
  const opened = await signIn(idp.world, { userId, applicationId: idp.web.application.id });
  await idp.world.storage.db
    .updateTable("app_sessions")
    .set({ code_challenge: challenge })
    .where("id", "=", opened.appSessionId)
    .execute();
  return opened;
}

async function freshTokens(idp: Idp, userId: string) {
  const { tickets } = idp.node.services;
  const { appSessionId } = await openSession(idp, userId, "");
  const form = {
    grant_type: "authorization_code",
    code: tickets.seal(codeTicket, { s: appSessionId }),
    redirect_uri: CALLBACK,
  };
  const { status, json, body } = await post(idp, "/oauth/v2/token", form, { authorization: basic(idp.web) });
  if (status !== 200) throw new Error(`no tokens: ${body}`);
  return {
    accessToken: String(json.access_token),
    refreshToken: String(json.refresh_token),
    idToken: String(json.id_token),
  };
}

interface Beginning {
  readonly visitor: Visitor;
  readonly random: Random;
  readonly human: Human;
  readonly sessionId: string;
  readonly browser: string;
  readonly began: number;
}

function loginRequest(idp: Idp, { visitor, random, human, began, sessionId, browser }: Beginning): LoginRequest {
  const asked = {
    client_id: idp.web.application.id,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid",
    state: "s",
  };
  const further = random.chance(0.3)
    ? { acr_values: "mfa", prompt: "login", ui_locales: "de", login_hint: human.loginName, max_age: "1" }
    : {};
  const own = random.chance(0.1);
  const step = stepOf(visitor, random, human);
  return {
    parameters: own ? "" : new URLSearchParams({ ...asked, ...further }).toString(),
    ...{ browser, startedAt: began },
    ...(own ? { returnTo: "/account" } : {}),
    ...(step === undefined ? {} : { step }),
    ...(random.chance(0.2)
      ? { outcome: visitor === "person" ? { loginSessionId: sessionId } : { cancelled: true } }
      : {}),
  };
}

/** Nobody has proved anything. */
function stepOf(visitor: Visitor, random: Random, { id: userId, loginName, email }: Human): LoginStep | undefined {
  const codeId = randomUUID();
  const unproven: (LoginStep | undefined)[] = [
    undefined,
    { at: "password", loginName },
    { at: "password", loginName, unblocked: codeId },
    { at: "unblock", loginName },
    { at: "code", codeId, email },
  ];
  if (visitor === "nobody") return unproven[random.below(unproven.length)];
  const proven = {
    userId,
    amr: random.pick([["pwd"], ["pwd", "otp", "mfa"], ["swk", "user", "mfa"]]),
    passwordVersion: 1,
  };
  const steps: (LoginStep | undefined)[] = [
    ...unproven,
    { at: "factor", proven, codeId },
    { at: "enrol", proven, secret: newTotpSecret(), codeId },
    { at: "enrolled", proven },
    { at: "offer", proven },
    { at: "new-password", proven },
    { at: "first-password", userId, emailVersion: 1, passwordVersion: 1 },
  ];
  return steps[random.below(steps.length)];
}

function formFor(tickets: Tickets, form: { action: string; sessionId: string; version: number }): string {
  return tickets.seal(formTicket, {
    ...form,
    secret: newTotpSecret(),
    codeId: randomUUID(),
    email: "new@mail.example",
  });
}
