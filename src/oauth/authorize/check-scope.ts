import { parseScopes } from "../../tokens/scopes.ts";
import { OauthError } from "../errors.ts";
import type { Check } from "./request.ts";

export const checkScope: Check = (request) => {
  const text = request.parameters.get("scope");
  if (text === undefined)
    throw new OauthError("invalid_request", "The parameter scope is missing. It must contain openid.");
  const scopes = parseScopes(text);
  if (scopes === undefined)
    throw new OauthError("invalid_scope", "The scope is too long. At most 100 scopes are possible.");
  if (!scopes.includes("openid")) throw new OauthError("invalid_scope", "The scope must contain openid.");
  // OpenID Connect Core §11: only a code gives a refresh token, and only where the application has the grant.
  const offline = request.responseType === "code" && request.client.application.grantTypes.includes("refresh_token");
  request.scopes = offline ? scopes : scopes.filter((scope) => scope !== "offline_access");
};
