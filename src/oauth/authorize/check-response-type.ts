import { type ResponseType, responseTypes } from "../../identity/applications/types.ts";
import { OauthError } from "../errors.ts";
import type { Parameters } from "../parameters.ts";
import type { Check, ResponseMode } from "./request.ts";

/** A set: `token id_token` is the same as `id_token token` (OAuth 2.0 Multiple Response Types §5). */
export function parseResponseType(text: string | undefined): ResponseType | undefined {
  const wanted = (text ?? "").split(" ").filter(Boolean).sort().join(" ");
  return responseTypes.find((type) => type.split(" ").sort().join(" ") === wanted);
}

export const checkResponseType: Check = (request) => {
  const text = request.parameters.get("response_type");
  if (text === undefined)
    throw new OauthError("invalid_request", "The parameter response_type is missing. Use code where you can.");
  const type = parseResponseType(text);
  if (type === undefined) {
    throw new OauthError(
      "unsupported_response_type",
      `There is no response type ${text}. There are: ${responseTypes.join(", ")}.`,
    );
  }
  const { application } = request.client;
  if (!application.responseTypes.includes(type)) {
    const enabled = application.responseTypes.join(", ") || "none";
    throw new OauthError(
      "unauthorized_client",
      `The response type ${type} is not enabled on this application. Enabled: ${enabled}.`,
    );
  }
  request.responseType = type;
};

/** How the answer will travel, errors included; so it is read before anything else can go wrong. */
export function responseModeOf(parameters: Pick<Parameters, "get">): ResponseMode {
  const wanted = parameters.get("response_mode");
  if (wanted === "fragment" || wanted === "form_post") return wanted;
  const type = parameters.get("response_type") ?? "";
  const isImplicit = type.split(" ").some((part) => part === "token" || part === "id_token");
  return isImplicit ? "fragment" : "query";
}

export const checkResponseMode: Check = ({ parameters, responseType }) => {
  const mode = parameters.get("response_mode");
  if (mode === undefined) return;
  if (!["query", "fragment", "form_post"].includes(mode)) {
    throw new OauthError(
      "invalid_request",
      `There is no response_mode ${mode}. There are: query, fragment, form_post.`,
    );
  }
  // OAuth 2.0 Multiple Response Types §3: tokens must not end up in a query.
  if (mode === "query" && responseType !== "code") {
    throw new OauthError(
      "invalid_request",
      "response_mode query is only for response_type code. Use fragment or form_post.",
    );
  }
};
