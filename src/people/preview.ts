/**
 * The sign-in page as it would look with a branding that is not saved yet, for the console to show beside it. It is
 * read from the form and forgotten: nothing is stored, nothing on the page works, and no other site can have one made.
 */
import type { FastifyReply } from "fastify";
import { type FieldProblem, SignetError } from "../errors/signet-error.ts";
import type { App } from "../http/app.ts";
import { acceptForms, formString } from "../http/forms.ts";
import { readBrand } from "../identity/branding/brand.ts";
import { builtInPolicies, type PolicySettings } from "../identity/policies/kinds.ts";
import { readPolicy } from "../identity/policies/policies.ts";
import { appearanceFor } from "../pages/appearance.ts";
import { type Scheme, schemes } from "../pages/color-scheme.ts";
import { html } from "../pages/html.ts";
import { paths } from "../pages/login-request.ts";
import { sendPage } from "../pages/page.ts";
import type { PeopleServices } from "./people-services.ts";
import { loginNamePage, passwordPage } from "./sign-in/sign-in-pages.ts";

const pages = ["sign-in", "password"] as const;
/** There are fewer settings, and whatever else is asked. */
const MOST_FIELDS = 50;
/** A form of nothing but mistakes does not become a page of them. */
const MOST_PROBLEMS = 20;
/** Somebody who signs in on the page for the password. */
const SOMEBODY = "ada@example.com";

interface Asked {
  readonly settings: PolicySettings<"branding">;
  /** Whose name, pictures and languages are shown; without one, the instance's. */
  readonly organizationId: string | undefined;
  readonly page: (typeof pages)[number];
  readonly scheme: Scheme;
}

/** A room of its own: what comes from elsewhere is told so, and a language in the address leaves no cookie. */
export function addPreview(app: App, { storage: { db } }: Pick<PeopleServices, "storage">): void {
  app.register(async (room) => {
    acceptForms(room);
    room.post(paths.preview, async (request, reply) => {
      if (request.headers["sec-fetch-site"] !== "same-origin") return sendElsewhere(reply);
      const form = formString(request);
      const asked = hasTooMany(form)
        ? [problem("form", `must have at most ${MOST_FIELDS} fields`)]
        : await readForm(new URLSearchParams(form));
      if (Array.isArray(asked)) return sendInvalid(reply, asked);
      const { settings, organizationId, page, scheme } = asked;
      const brand = { ...(await readBrand(db, organizationId)), settings };
      const appearance = { ...appearanceFor(request, { brand }), preview: { scheme } };
      const open = { ticket: "", application: { id: "", name: brand.name }, appearance };
      const registration = await readPolicy(db, "registration", organizationId);
      const shown =
        page === "password"
          ? passwordPage(open, { loginName: SOMEBODY })
          : loginNamePage(open, { loginName: "", mayRegister: registration.settings.allowed });
      return sendPage(reply, appearance, { ...shown, leadsAway: true });
    });
  });
}

/**
 * Seen before any of them is looked at: anybody may send this form, and twenty thousand names in it would be judged one
 * by one.
 */
function hasTooMany(form: string): boolean {
  let fields = 1;
  for (let at = form.indexOf("&"); at >= 0; at = form.indexOf("&", at + 1)) if (++fields > MOST_FIELDS) return true;
  return false;
}

/** What is not said of the branding is Signet's own. Everything that is wrong is told at once. */
async function readForm(form: URLSearchParams): Promise<Asked | FieldProblem[]> {
  const { organizationId = "", page = "sign-in", scheme = "auto", ...rest } = Object.fromEntries(form);
  const shownPage = pages.find((one) => one === page);
  const shownScheme = schemes.find((one) => one === scheme);
  const settings = await settingsOf(rest);
  const problems = [
    ...(Array.isArray(settings) ? settings : []),
    ...(/^[\w-]{0,64}$/.test(organizationId)
      ? []
      : [problem("organizationId", "must be the id of an organization, or empty")]),
    ...(shownPage === undefined ? [problem("page", `must be one of ${pages.join(", ")}`)] : []),
    ...(shownScheme === undefined ? [problem("scheme", `must be one of ${schemes.join(", ")}`)] : []),
  ];
  if (Array.isArray(settings) || shownPage === undefined || shownScheme === undefined || problems.length > 0)
    return problems;
  return { settings, organizationId: organizationId || undefined, page: shownPage, scheme: shownScheme };
}

/** By the rules of the management API, which stores them. A form has texts only. */
async function settingsOf(given: Record<string, string>): Promise<PolicySettings<"branding"> | FieldProblem[]> {
  const { hideSignetName = "false", ...texts } = given;
  const flag = hideSignetName === "true" || hideSignetName === "false" ? hideSignetName === "true" : hideSignetName;
  const { policySettings } = await import("../identity/policies/validate.ts");
  try {
    return policySettings("branding", { ...builtInPolicies.branding, ...texts, hideSignetName: flag });
  } catch (error) {
    if (!(error instanceof SignetError) || error.code !== "invalid_input") throw error;
    return [...error.problems];
  }
}

function problem(field: string, message: string): FieldProblem {
  return { field, code: "invalid_setting", message: `${field} ${message}` };
}

function sendElsewhere(reply: FastifyReply): FastifyReply {
  const appearance = appearanceFor(reply.request);
  return sendPage(reply.code(403), appearance, {
    title: appearance.words.say("error.cannotTitle"),
    body: html`<p>${appearance.words.say("preview.elsewhere")}</p>`,
  });
}

function sendInvalid(reply: FastifyReply, problems: readonly FieldProblem[]): FastifyReply {
  const appearance = { ...appearanceFor(reply.request), preview: { scheme: "auto" as const } };
  return sendPage(reply.code(400), appearance, {
    title: appearance.words.say("preview.invalid"),
    body: html`<ul lang="en" dir="ltr">${problems.slice(0, MOST_PROBLEMS).map(({ message }) => html`<li>${message}</li>`)}</ul>`,
  });
}
