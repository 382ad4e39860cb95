import { OauthError } from "../errors.ts";
import type { Check } from "./request.ts";

const refused = {
  request: "request_not_supported",
  request_uri: "request_uri_not_supported",
  registration: "registration_not_supported",
} as const;

/** OpenID Connect Core §3.1.2.6: ignoring them silently would change what the client asked for. Nothing is ever fetched. */
export const checkRequestObjects: Check = ({ parameters }) => {
  for (const [name, code] of Object.entries(refused)) {
    if (parameters.has(name)) throw new OauthError(code, `The parameter ${name} is not supported. Send the parameters themselves.`);
  }
};
