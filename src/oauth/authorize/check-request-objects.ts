import { OauthError } from "../errors.ts";
import { parseStrictObject } from "../strict-json.ts";
import { responseModeOf } from "./check-response-type.ts";
import type { Check } from "./request.ts";

const refused = {
  request: "request_not_supported",
  request_uri: "request_uri_not_supported",
  registration: "registration_not_supported",
} as const;

/**
 * OpenID Connect Core §3.1.2.6: ignoring them silently would change what the client asked for. Nothing is ever fetched.
 */
export const checkRequestObjects: Check = (request) => {
  const { parameters } = request;
  for (const [name, code] of Object.entries(refused)) {
    if (!parameters.has(name)) continue;
    if (name === "request")
      request.responseMode = responseModeOf({
        get: (wanted) => objectValue(parameters.get(name), wanted) ?? parameters.get(wanted),
      });
    throw new OauthError(code, `The parameter ${name} is not supported. Send the parameters themselves.`);
  }
};

/**
 * What a request object says, unverified: only for how its own refusal travels, which whoever sent it could have said
 * beside it. RFC 9101 §6.3: what is inside comes before what is beside.
 */
function objectValue(object: string | undefined, name: string): string | undefined {
  const [, claims] = object?.split(".") ?? [];
  const value =
    claims === undefined ? undefined : parseStrictObject(Buffer.from(claims, "base64url").toString())?.[name];
  return typeof value === "string" ? value : undefined;
}
