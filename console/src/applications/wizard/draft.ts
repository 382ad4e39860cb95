/** What the wizard gathers, and what is registered from it. */
import type { Schemas } from "../../api.ts";
import type { Framework } from "../frameworks/framework.ts";
import { settingsFor } from "../frameworks/settings.ts";
import { originOf } from "../frameworks/values.ts";
import { type ApplicationType, type AuthMethod, grantsFor, kinds, type ResponseType } from "../kinds.ts";
import { withoutEmpty } from "../use-check.ts";

export interface Draft {
  readonly name: string;
  readonly type: ApplicationType;
  /** What it is built with, where we know it. */
  readonly framework: Framework | undefined;
  readonly authMethod: AuthMethod;
  readonly responseTypes: ResponseType[];
  readonly redirectUris: string[];
  readonly postLogoutRedirectUris: string[];
  readonly developmentMode: boolean;
  readonly refresh: boolean;
  readonly idTokenUserinfoAssertion: boolean;
  readonly tokens: NonNullable<Schemas["NewApplication"]["tokens"]>;
}

export function newDraft(type: ApplicationType): Draft {
  const { authMethods, refresh, responseTypes } = kinds[type];
  return {
    ...{ name: "", type, framework: undefined, authMethod: authMethods[0], responseTypes: responseTypes.slice(0, 1) },
    ...{ redirectUris: [], postLogoutRedirectUris: [], developmentMode: false },
    ...{ refresh, idTokenUserinfoAssertion: false, tokens: {} },
  };
}

/** Another type: what was typed stays, and what depends on the type is what we would take for it. */
export function withType(draft: Draft, type: ApplicationType): Draft {
  return { ...newDraft(type), name: draft.name, developmentMode: draft.developmentMode, ...typedAddresses(draft) };
}

/** With another framework, or with one that we do not know: what depends on it is what it needs as it comes. */
export function withFramework(draft: Draft, framework: Framework | undefined): Draft {
  if (framework === undefined) return withType(draft, draft.type);
  const { redirectUris, postLogoutRedirectUris, grantTypes, ...settings } = settingsFor(framework);
  const typed = typedAddresses(draft);
  return {
    ...withType(draft, settings.type),
    ...settings,
    framework,
    refresh: grantTypes.includes("refresh_token"),
    redirectUris: typed.redirectUris.length > 0 ? typed.redirectUris : redirectUris,
    postLogoutRedirectUris:
      typed.postLogoutRedirectUris.length > 0 ? typed.postLogoutRedirectUris : postLogoutRedirectUris,
  };
}

/**
 * Other addresses. Where to after signing out goes along to where the application is now, as long as it is what was
 * suggested.
 */
export function withAddresses(draft: Draft, change: Partial<Draft>): Draft {
  const next = { ...draft, ...change };
  const { framework } = draft;
  if (framework?.postLogoutPath === undefined || change.redirectUris === undefined) return next;
  const suggestedAt = ({ redirectUris: [first = ""] }: Draft) =>
    settingsFor(framework, originOf(first)).postLogoutRedirectUris;
  const isSuggested = draft.postLogoutRedirectUris.join() === suggestedAt(draft).join();
  return isSuggested ? { ...next, postLogoutRedirectUris: suggestedAt(next) } : next;
}

/** The addresses that a person has written, without those that the framework has suggested. */
function typedAddresses({ framework, ...draft }: Draft): Pick<Draft, "redirectUris" | "postLogoutRedirectUris"> {
  const suggested = framework === undefined ? undefined : settingsFor(framework);
  const typed = (list: "redirectUris" | "postLogoutRedirectUris") =>
    draft[list].filter((uri) => uri.trim() !== "" && !suggested?.[list].includes(uri));
  return { redirectUris: typed("redirectUris"), postLogoutRedirectUris: typed("postLogoutRedirectUris") };
}

export function settingsOf(draft: Draft): Schemas["NewApplication"] {
  const { name, type, authMethod, developmentMode, refresh, idTokenUserinfoAssertion, tokens } = draft;
  const signsIn = kinds[type].responseTypes.length > 0;
  const responseTypes = [...draft.responseTypes];
  return {
    ...{ name: name.trim(), type, authMethod, responseTypes, grantTypes: grantsFor(responseTypes, refresh) },
    ...(signsIn ? withoutEmpty(draft) : { redirectUris: [], postLogoutRedirectUris: [] }),
    developmentMode: signsIn && developmentMode,
    idTokenUserinfoAssertion: signsIn && idTokenUserinfoAssertion,
    tokens,
  };
}

export type Step = "kind" | "method" | "addresses" | "summary";

/** Only what there is something to decide about. */
export function stepsOf({ type }: Draft): readonly Step[] {
  const { authMethods, responseTypes } = kinds[type];
  const steps: readonly (Step | false)[] = [
    "kind",
    authMethods.length > 1 && "method",
    responseTypes.length > 0 && "addresses",
    "summary",
  ];
  return steps.filter((step) => step !== false);
}
