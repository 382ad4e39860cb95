/**
 * Somebody is signed in, and an application asks for something that is theirs to give: `authorize` has found that it
 * has to be asked for, and what. The question belongs to this browser, this session and this request; the answer is
 * remembered.
 */
import { type Client, readClient } from "../../identity/applications/client.ts";
import { readBrand } from "../../identity/branding/brand.ts";
import { agree } from "../../identity/consents/consents.ts";
import { readInstance } from "../../identity/instance.ts";
import { readOrganization } from "../../identity/organizations.ts";
import { type BrowserAccount, readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import { paths } from "../../pages/login-request.ts";
import { byPerson } from "../by-person.ts";
import { Instead, type Sealed, type StepPage } from "../outcome.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { sealedAt, step } from "../step.ts";
import { consentPage } from "./consent-page.ts";
import { accessInWords, nameProjects } from "./consent-words.ts";

interface Question {
  readonly scopes: Sealed<"consent">["scopes"];
  readonly account: BrowserAccount;
  readonly client: Client;
  readonly appearance: Appearance;
}

export const consentStep = step({
  path: paths.consent,
  mayFollow: ["login-name", "back"],
  async open(visit) {
    const sealed = sealedAt(visit, "consent");
    if (sealed === undefined) return undefined;
    // Signed out meanwhile: it is no longer theirs to answer.
    return (await openQuestion(visit, sealed)) ?? new Instead({ to: { at: "login-name" } });
  },
  page,
  async take({ form, request, services, application }, { account, scopes }) {
    const answer = form.get("answer");
    if (answer === "deny") return { back: { cancelled: true } };
    if (answer !== "allow") return { again: {}, status: 400 };
    const agreed = { userId: account.userId, applicationId: application.id, scopes };
    await services.storage.transaction((tx) => agree(tx, agreed, byPerson(request, account.userId)));
    return { back: { loginSessionId: account.sessionId, confirmed: true, agreed: true } };
  },
});

async function openQuestion(
  { request, services, application, parameters }: SignInVisit,
  { loginSessionId, scopes }: Sealed<"consent">,
): Promise<Question | undefined> {
  const { db } = services.storage;
  const accounts = await readBrowserAccounts(db, services.cookies.sessions(request));
  const account = accounts.find(({ sessionId }) => sessionId === loginSessionId);
  const client = await readClient(db, application.id);
  if (account === undefined || client === undefined) return undefined;
  // The page is the person's organization's, not that of whoever asks: what it looks like is not theirs to choose.
  const brand = await readBrand(db, account.organizationId);
  const appearance = appearanceFor(request, { uiLocales: parameters.get("ui_locales"), brand });
  return { scopes, account, client, appearance };
}

async function page(visit: SignInVisit, question: Question): Promise<StepPage> {
  const { db } = visit.services.storage;
  const { scopes, account, client, appearance } = question;
  const instance = await readInstance(db);
  const { lifetimes } = client.tokens;
  const offline = scopes.includes("offline_access");
  const projects = await nameProjects(db, instance, scopes);
  return consentPage(
    { ...visit, appearance },
    {
      loginName: account.loginName,
      organization: await readOrganization(db, client.organizationId),
      isOwn: client.organizationId === account.organizationId,
      destination: destinationOf(visit.parameters.get("redirect_uri") ?? ""),
      access: accessInWords(appearance.words, { scopes, client, instance, projects }),
      offline,
      lasts: offline ? lifetimes.refreshAbsolute : lifetimes.accessToken,
    },
  );
}

/** The host; of an app on the person's own device, its scheme. */
function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
}
