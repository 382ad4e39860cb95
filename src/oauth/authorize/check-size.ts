import { OauthError } from "../errors.ts";
import { MOST_PARAMETERS } from "../parameters.ts";
import { encodeCarried, LONGEST_CARRIED } from "./carried.ts";
import type { Check } from "./request.ts";

/** In bytes. Some clients keep a good deal in it; it comes back in a header of ours. */
export const LONGEST_STATE = 8_192;
/** It is kept with the session, and stands in every ID token of it. */
const LONGEST_NONCE = 4_096;

export const checkReadable: Check = ({ parameters }) => {
  parameters.readable();
};

export const checkSize: Check = (request) => {
  const { parameters } = request;
  if (parameters.size > MOST_PARAMETERS) {
    throw new OauthError(
      "invalid_request",
      `All parameters together may have ${MOST_PARAMETERS} bytes. These have ${parameters.size}.`,
    );
  }
  for (const [name, longest] of [["state", LONGEST_STATE] as const, ["nonce", LONGEST_NONCE] as const]) {
    const size = Buffer.byteLength(parameters.get(name) ?? "");
    if (size > longest)
      throw new OauthError("invalid_request", `The ${name} may have ${longest} bytes. This one has ${size}.`);
  }
  if (encodeCarried(parameters).length > LONGEST_CARRIED) {
    throw new OauthError(
      "invalid_request",
      `All parameters but id_token_hint may have ${LONGEST_CARRIED} bytes together.`,
    );
  }
};
