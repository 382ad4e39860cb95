/** What of an application does not go with a framework, in whole sentences. */
import type { Framework, FrameworkMethod } from "./framework.ts";
import { canProveBy, type FilledIn, isRedirectMissing, redirectUriFor } from "./values.ts";

const ways: Readonly<Record<FrameworkMethod, string>> = {
  basic: "a client secret",
  post: "a client secret",
  pkce: "PKCE alone",
  private_key_jwt: "a key",
};

export interface Misfit {
  readonly sentence: string;
  /** Where it is put right. */
  readonly at: "settings" | "credentials";
}

export function misfits(framework: Framework, { authMethod, redirectUris }: FilledIn): readonly Misfit[] {
  const { name, settings } = framework;
  const found: Misfit[] = [];
  if (!canProveBy(framework, authMethod))
    found.push({
      sentence: `${name} proves itself by ${ways[settings.authMethod]}, and this application by ${ways[authMethod]}. Choose another method for it.`,
      at: "credentials",
    });
  if (isRedirectMissing(framework, redirectUris))
    found.push({
      sentence: `${name} comes back to an address of its own: add ${redirectUriFor(framework, redirectUris)} to the redirect URIs.`,
      at: "settings",
    });
  return found;
}
