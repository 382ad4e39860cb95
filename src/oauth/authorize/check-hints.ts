import { wantedLevel } from "../../identity/factors/levels.ts";
import { readIdTokenHint } from "../../tokens/id-tokens.ts";
import { OauthError } from "../errors.ts";
import type { Check } from "./request.ts";

/** An expired ID token is as good a hint as any; one that is not ours, or was changed, is none. */
export const checkHints: Check = async (request, { tokens }) => {
  request.loginHint = request.parameters.get("login_hint");
  request.level = wantedLevel(request.parameters.get("acr_values"));
  const text = request.parameters.get("id_token_hint");
  if (text === undefined) return;
  request.hint = await readIdTokenHint(tokens, text);
  if (request.hint === undefined)
    throw new OauthError("invalid_request", "id_token_hint is not an ID token of this issuer.");
};
