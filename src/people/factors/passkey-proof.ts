/**
 * A passkey as the first proof and as the second. Whatever is wrong with it, the answer is the same, and nothing
 * changes.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf } from "../../http/forms.ts";
import { withProof } from "../../identity/factors/levels.ts";
import { readProof } from "../../identity/factors/passkey-responses.ts";
import { findPasskey, listCredentials, relyingPartyAt } from "../../identity/factors/passkeys.ts";
import { type PasskeyProof, passkeyOptions, spendPasskey } from "../../identity/factors/prove-passkey.ts";
import { type Counted, person, type Slowed } from "../../identity/limits/attempts.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { paths } from "../../pages/login-request.ts";
import { countAttempt, tellSlowed } from "../attempts.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import { noteFailedSignIn } from "../sign-in/failed-sign-in.ts";
import { wasRight } from "../sign-in/halfway.ts";
import { type OpenLogin, openRequest } from "../sign-in/open-request.ts";
import { leadOn, proceed } from "../sign-in/proceed.ts";
import { askLoginName } from "../sign-in/sign-in.ts";
import type { PendingProof } from "./factor.ts";
import { sendFactorPage } from "./factor-page.ts";
import { type ChallengeUse, makeChallenge, openChallenge } from "./passkey-challenge.ts";
import type { PasskeyPrompt } from "./passkey-form.ts";

/** Without a login name: the device says who it is. */
export function addPasskeySignIn(app: App, services: LoginServices): void {
  app.post(paths.passkey, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const { words } = open.appearance;
    const refuse = (status: number, passkeyProblem: string) =>
      askLoginName(request, reply.code(status), open, { loginName: "", passkeyProblem }, services);
    const proof = await prove(request, open, { form, use: { purpose: "sign-in" } }, services);
    if (proof.outcome === "slowed") return refuse(429, tellSlowed(reply, words, proof));
    if (proof.outcome === "lost") return refuse(401, words.say("passkey.wrong"));
    const { userId, factorId, counted } = proof;
    const amr = withProof([], { kind: "passkey", ...proof });
    const proven = await wasRight({ userId, amr, factorIds: [factorId] }, counted, services);
    return leadOn(reply, await proceed(request, reply, open, proven, services), () =>
      refuse(401, words.say("passkey.wrong")),
    );
  });
}

export async function proveByPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingProof,
  form: URLSearchParams,
  services: LoginServices,
): Promise<FastifyReply> {
  const { open, step, human } = pending;
  const { words } = open.appearance;
  const refuse = async (status: number, problem: string) =>
    sendFactorPage(reply.code(status), await withPasskeyPrompt(request, pending, services), {
      shown: "passkey",
      problem,
    });
  const proof = await prove(
    request,
    open,
    { form, use: { purpose: "second-factor", userId: human.id }, whose: human },
    services,
  );
  if (proof.outcome === "slowed") return refuse(429, tellSlowed(reply, words, proof));
  if (proof.outcome === "lost") return refuse(401, words.say("passkey.wrong"));
  const before = await wasRight(step.proven, proof.counted, services);
  const amr = withProof(before.amr, { kind: "passkey", ...proof });
  const proven = { ...before, amr, factorIds: [...(before.factorIds ?? []), proof.factorId] };
  return leadOn(reply, await proceed(request, reply, open, proven, services), () => sendCannotContinue(reply));
}

/** What the page of the second proof asks the device. */
export async function withPasskeyPrompt(
  request: FastifyRequest,
  pending: PendingProof,
  services: LoginServices,
): Promise<PendingProof> {
  const { open, human } = pending;
  const { value, ticket } = makeChallenge(request, { purpose: "second-factor", userId: human.id }, open.now, services);
  const credentials = await listCredentials(services.storage.db, human.id);
  const options = passkeyOptions(relyingPartyAt(services.loginUrl, open.appearance.brand.name), value, credentials);
  return { ...pending, passkey: { options, challenge: ticket } };
}

/**
 * What the page for the login name asks the device; nothing where passkeys are not for the people who are expected
 * there.
 */
export async function promptForSignIn(
  request: FastifyRequest,
  open: OpenLogin,
  services: LoginServices,
): Promise<PasskeyPrompt | undefined> {
  const expected = open.organizationId ?? (open.ownerId === "" ? undefined : open.ownerId);
  const { settings } = await readPolicy(services.storage.db, "secondFactor", expected);
  if (!settings.allowed.includes("passkey")) return undefined;
  const { value, ticket } = makeChallenge(request, { purpose: "sign-in" }, open.now, services);
  return {
    options: passkeyOptions(relyingPartyAt(services.loginUrl, open.appearance.brand.name), value, undefined),
    challenge: ticket,
  };
}

type CountedProof = Exclude<PasskeyProof, { outcome: "lost" }> & { readonly counted: Counted };

/** Counted first, then looked at. `whose`: who is signing in, where that is known; otherwise the passkey says it. */
async function prove(
  request: FastifyRequest,
  open: OpenLogin,
  { form, use, whose }: { form: URLSearchParams; use: ChallengeUse; whose?: { id: string; organizationId: string } },
  services: LoginServices,
): Promise<CountedProof | { readonly outcome: "lost" } | Slowed> {
  const { storage } = services;
  const response = readProof(form.get("credential") ?? "");
  const found = response && (await findPasskey(storage.db, response.id));
  const isOwn = use.userId === undefined || found?.userId === use.userId;
  const isExpected = open.organizationId === undefined || found?.organizationId === open.organizationId;
  const passkey = isOwn && isExpected ? found : undefined;
  const meant = whose ?? (passkey && { id: passkey.userId, organizationId: passkey.organizationId });
  const who = meant && (await person(storage.db, meant));
  const counted = await countAttempt(request, { kind: "passkey", who }, services);
  if (counted.outcome === "slowed") return counted;
  const challenge = openChallenge(request, { ...use, ticket: form.get("challenge") }, open.now, services);
  const lost = () => {
    const failed = { proof: "passkey", userId: meant?.id, organizationId: meant?.organizationId } as const;
    noteFailedSignIn(request, failed, services);
    return { outcome: "lost" } as const;
  };
  if (response === undefined || passkey === undefined || challenge === undefined) return lost();
  const relyingParty = relyingPartyAt(services.loginUrl, open.appearance.brand.name);
  const given = { relyingParty, challenge, response, alone: use.purpose === "sign-in" };
  const proof = await spendPasskey(storage, passkey, given, { actor: { kind: "visitor" }, requestId: request.id });
  return proof.outcome === "lost" ? lost() : { ...proof, counted };
}
