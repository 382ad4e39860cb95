/** What the wizard gathers, and what is registered from it. */
import type { Schemas } from "../../api.ts";
import { type ApplicationType, type AuthMethod, grantsFor, kinds } from "../kinds.ts";
import { withoutEmpty } from "../use-check.ts";

export interface Draft {
  readonly name: string;
  readonly type: ApplicationType;
  readonly authMethod: AuthMethod;
  readonly redirectUris: string[];
  readonly postLogoutRedirectUris: string[];
  readonly developmentMode: boolean;
  readonly refresh: boolean;
}

export function newDraft(type: ApplicationType): Draft {
  const { authMethods, refresh } = kinds[type];
  return { name: "", type, authMethod: authMethods[0], redirectUris: [], postLogoutRedirectUris: [], developmentMode: false, refresh };
}

/** Another type: what was typed stays, and what depends on the type is what we would take for it. */
export function ofType(draft: Draft, type: ApplicationType): Draft {
  const { authMethod, refresh } = newDraft(type);
  return { ...draft, type, authMethod, refresh };
}

export function settingsOf(draft: Draft): Schemas["NewApplication"] {
  const { name, type, authMethod, developmentMode, refresh } = draft;
  const responseTypes = kinds[type].responseTypes.slice(0, 1);
  const signsIn = responseTypes.length > 0;
  return {
    ...{ name: name.trim(), type, authMethod, responseTypes, grantTypes: grantsFor(responseTypes, refresh) },
    ...(signsIn ? withoutEmpty(draft) : { redirectUris: [], postLogoutRedirectUris: [] }),
    developmentMode: signsIn && developmentMode,
  };
}

export type Step = "kind" | "method" | "addresses" | "summary";

/** Only what there is something to decide about. */
export function stepsOf({ type }: Draft): readonly Step[] {
  const { authMethods, responseTypes } = kinds[type];
  const steps: readonly (Step | false)[] = ["kind", authMethods.length > 1 && "method", responseTypes.length > 0 && "addresses", "summary"];
  return steps.filter((step) => step !== false);
}
