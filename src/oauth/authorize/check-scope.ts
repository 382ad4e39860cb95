import { OauthError } from "../errors.ts";
import { parseScopes } from "../scopes.ts";
import type { Check } from "./request.ts";

export const checkScope: Check = (request) => {
  const scopes = parseScopes(request.parameters.get("scope"));
  if (scopes === undefined) throw new OauthError("invalid_scope", "The scope is too long. At most 100 scopes are possible.");
  if (!scopes.includes("openid")) throw new OauthError("invalid_scope", "The scope must contain openid.");
  // OpenID Connect Core §11: only a code gives a refresh token.
  request.scopes = request.responseType === "code" ? scopes : scopes.filter((scope) => scope !== "offline_access");
};
