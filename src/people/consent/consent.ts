/**
 * Somebody is signed in, and an application asks for something that is theirs to give: `authorize` has found that it
 * has to be asked for, and what. The question belongs to this browser, this session and this request; the answer is
 * remembered.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { type Client, readClient } from "../../identity/applications/client.ts";
import { readBrand } from "../../identity/branding/brand.ts";
import { agree } from "../../identity/consents/consents.ts";
import { readInstance } from "../../identity/instance.ts";
import { readOrganization } from "../../identity/organizations.ts";
import { type BrowserAccount, readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { appearanceFor } from "../../pages/appearance.ts";
import { type LoginStep, paths } from "../../pages/login-request.ts";
import { byPerson } from "../by-person.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import { backToProtocol, type OpenLogin, onTo, openRequest } from "../sign-in/open-request.ts";
import { sendConsentPage } from "./consent-page.ts";
import { accessInWords, nameProjects } from "./consent-words.ts";

interface Question {
  readonly open: OpenLogin;
  readonly step: Extract<LoginStep, { at: "consent" }>;
  readonly account: BrowserAccount;
  readonly client: Client;
}

export function addConsent(app: App, services: LoginServices): void {
  app.get(paths.consent, { config: { page: true } }, async (request, reply) => {
    const question = await openQuestion(request, queryOf(request).get("request"), services);
    return "account" in question ? show(reply, question, services) : goBack(reply, question.open, services);
  });

  app.post(paths.consent, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const question = await openQuestion(request, form.get("request"), services);
    if (!("account" in question)) return goBack(reply, question.open, services);
    const answer = form.get("answer");
    if (answer === "deny") return reply.redirect(backToProtocol(question.open, { cancelled: true }, services), 303);
    if (answer !== "allow") return show(reply.code(400), question, services);
    return allow(request, reply, question, services);
  });
}

/**
 * Without an account when the request is no longer theirs to answer: signed out meanwhile, or not of this browser at
 * all.
 */
async function openQuestion(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<Question | { readonly open: OpenLogin | undefined }> {
  const { db } = services.storage;
  const open = await openRequest(request, ticket, services);
  const step = open?.login.step;
  if (open === undefined || step?.at !== "consent") return { open: undefined };
  const accounts = await readBrowserAccounts(db, services.cookies.sessions(request));
  const account = accounts.find(({ sessionId }) => sessionId === step.loginSessionId);
  const client = await readClient(db, open.application.id);
  if (account === undefined || client === undefined) return { open };
  // The page is the person's organization's, not that of whoever asks: what it looks like is not theirs to choose.
  const brand = await readBrand(db, account.organizationId);
  const appearance = appearanceFor(request, { uiLocales: open.parameters.get("ui_locales"), brand });
  return { open: { ...open, appearance }, step, account, client };
}

function goBack(reply: FastifyReply, open: OpenLogin | undefined, services: LoginServices): FastifyReply {
  if (open === undefined) return sendCannotContinue(reply);
  return reply.redirect(onTo(paths.login, open, undefined, services), 303);
}

async function show(
  reply: FastifyReply,
  { open, step, account, client }: Question,
  services: LoginServices,
): Promise<FastifyReply> {
  const { db } = services.storage;
  const { scopes } = step;
  const instance = await readInstance(db);
  const { lifetimes } = client.tokens;
  const offline = scopes.includes("offline_access");
  return sendConsentPage(reply, open, {
    loginName: account.loginName,
    organization: await readOrganization(db, client.organizationId),
    isOwn: client.organizationId === account.organizationId,
    destination: destinationOf(open.parameters.get("redirect_uri") ?? ""),
    access: accessInWords(open.appearance.words, {
      scopes,
      client,
      instance,
      projects: await nameProjects(db, instance, scopes),
    }),
    offline,
    lasts: offline ? lifetimes.refreshAbsolute : lifetimes.accessToken,
  });
}

/** The host; of an app on the person's own device, its scheme. */
function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
}

async function allow(
  request: FastifyRequest,
  reply: FastifyReply,
  { open, step, account }: Question,
  services: LoginServices,
): Promise<FastifyReply> {
  const agreed = { userId: account.userId, applicationId: open.application.id, scopes: step.scopes };
  await services.storage.transaction((tx) => agree(tx, agreed, byPerson(request, account.userId)));
  const outcome = { loginSessionId: account.sessionId, confirmed: true, agreed: true } as const;
  return reply.redirect(backToProtocol(open, outcome, services), 303);
}
