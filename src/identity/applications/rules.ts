/** The registration rules of applications: the one place that every way of creating, changing or importing one asks. */
import { checkRedirectUri } from "./redirect-uris.ts";
import type { Problem, ProblemCode, Warning } from "./rules-problems.ts";
import { grantOfResponseType, typeRules } from "./rules-table.ts";
import { checkTokens } from "./rules-tokens.ts";
import { findWarnings } from "./rules-warnings.ts";
import { type ApplicationSettings, type InstanceTokenRules, instanceTokenDefaults } from "./types.ts";

export type { Problem, ProblemCode, Warning, WarningCode } from "./rules-problems.ts";
export { defaultSettings, type TypeRules, typeRules } from "./rules-table.ts";
export { resolveTokens } from "./rules-tokens.ts";

export interface ApplicationCheck {
  readonly problems: Problem[];
  readonly warnings: Warning[];
}

const longestName = 200;
/** Enough for every environment of one application, and little enough to compare at every sign-in. */
const mostUris = 100;

export function checkApplication(
  settings: ApplicationSettings,
  instance: InstanceTokenRules = instanceTokenDefaults,
): ApplicationCheck {
  const problems = [
    ...checkName(settings),
    ...checkMethod(settings),
    ...checkResponseTypes(settings),
    ...checkGrantTypes(settings),
    ...checkUris(settings, "redirectUris"),
    ...checkUris(settings, "postLogoutRedirectUris"),
    ...checkTokens(settings.tokens, instance),
  ];
  return { problems, warnings: findWarnings(settings) };
}

function checkName({ name }: ApplicationSettings): Problem[] {
  // Format characters alone show nothing; those that turn the direction of text could make a name read as another on
  // the login page.
  if (/^[\s\p{Cf}]*$/u.test(name))
    return [problem("name", "name_invalid", "The name is empty. Give one that people recognise when they sign in.")];
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name)) {
    return [
      problem(
        "name",
        "name_invalid",
        "The name contains line breaks, control characters or marks that change the direction of text. Remove them.",
      ),
    ];
  }
  if ([...name.trim()].length > longestName) {
    return [problem("name", "name_invalid", `The name is longer than ${longestName} characters. Shorten it.`)];
  }
  return [];
}

function checkMethod({ type, authMethod }: ApplicationSettings): Problem[] {
  const rules = typeRules[type];
  if (rules.authMethods.includes(authMethod)) return [];
  const message = `An application of type ${rules.label} cannot authenticate with ${authMethod}. Use ${rules.authMethods.join(", ")}.`;
  return [problem("authMethod", "method_not_allowed", message)];
}

function checkResponseTypes(settings: ApplicationSettings): Problem[] {
  const { type, responseTypes, grantTypes } = settings;
  const rules = typeRules[type];
  const allowed =
    rules.responseTypes.length === 0
      ? "It has none, because it only introspects."
      : `Use ${rules.responseTypes.join(", ")}.`;
  const problems = duplicates(responseTypes, "responseTypes");
  if (responseTypes.length === 0 && rules.responseTypes.length > 0) {
    const message =
      "No response type is chosen, so nobody could sign in. Choose code, or the type API for an application that only introspects.";
    problems.push(problem("responseTypes", "response_type_required", message));
  }
  for (const responseType of new Set(responseTypes)) {
    const grant = grantOfResponseType[responseType];
    if (!rules.responseTypes.includes(responseType)) {
      const message = `An application of type ${rules.label} cannot have the response type "${responseType}". ${allowed}`;
      problems.push(problem("responseTypes", "response_type_not_allowed", message));
    } else if (!grantTypes.includes(grant)) {
      const message = `The response type "${responseType}" needs the grant ${grant}. Add the grant, or remove the response type.`;
      problems.push(problem("grantTypes", "grant_missing", message));
    }
  }
  return problems;
}

function checkGrantTypes({ type, responseTypes, grantTypes }: ApplicationSettings): Problem[] {
  const rules = typeRules[type];
  const allowed =
    rules.grantTypes.length === 0 ? "It has none, because it only introspects." : `Use ${rules.grantTypes.join(", ")}.`;
  const problems = duplicates(grantTypes, "grantTypes");
  for (const grant of new Set(grantTypes)) {
    if (!rules.grantTypes.includes(grant)) {
      const message = `An application of type ${rules.label} cannot have the grant ${grant}. ${allowed}`;
      problems.push(problem("grantTypes", "grant_not_allowed", message));
    } else if (grant === "refresh_token") {
      if (grantTypes.includes("authorization_code")) continue;
      const message =
        "The grant refresh_token needs the grant authorization_code, which gives the first refresh token. Add it, or remove refresh_token.";
      problems.push(problem("grantTypes", "grant_missing", message));
    } else if (!responseTypes.some((responseType) => grantOfResponseType[responseType] === grant)) {
      const needed = grant === "implicit" ? '"id_token" or "id_token token"' : '"code"';
      const message = `The grant ${grant} is not used by any response type. Add the response type ${needed}, or remove the grant.`;
      problems.push(problem("grantTypes", "grant_unused", message));
    }
  }
  return problems;
}

function checkUris(settings: ApplicationSettings, field: "redirectUris" | "postLogoutRedirectUris"): Problem[] {
  const { type, developmentMode } = settings;
  const uris = settings[field];
  if (type === "api") {
    if (uris.length === 0) return [];
    return [
      problem(
        field,
        "uris_not_allowed",
        "An application of type API never signs anybody in. Remove its addresses, or choose another type.",
      ),
    ];
  }
  if (uris.length === 0 && field === "redirectUris") {
    return [
      problem(
        field,
        "redirect_uri_required",
        "No redirect URI is registered. Add the address that people return to after they sign in.",
      ),
    ];
  }
  if (uris.length > mostUris)
    return [
      problem(
        field,
        "too_many",
        `There are more than ${mostUris} addresses. Register another application for the rest.`,
      ),
    ];
  const purpose = field === "redirectUris" ? "redirect" : "post_logout";
  const found = uris.map((uri, index) =>
    checkRedirectUri(uri, { type, developmentMode, purpose, field: `${field}[${index}]` }),
  );
  return [...duplicates(uris, field), ...found.filter((one) => one !== undefined)];
}

function duplicates(values: readonly string[], field: string): Problem[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [problem(`${field}[${index}]`, "duplicate", "This value is already in the list. Remove one of the two.")],
  );
}

function problem(field: string, code: ProblemCode, message: string): Problem {
  return { field, code, message };
}
