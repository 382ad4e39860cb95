import { OauthError } from "../errors.ts";
import type { Check, Prompt } from "./request.ts";

export const prompts: readonly Prompt[] = ["none", "login", "select_account", "create", "consent"];

export const checkPrompt: Check = (request) => {
  const words = (request.parameters.get("prompt") ?? "").split(" ").filter(Boolean);
  const known = words.map((word) => prompts.find((prompt) => prompt === word));
  const unknown = words.find((_, i) => known[i] === undefined);
  if (unknown !== undefined)
    throw new OauthError("invalid_request", `There is no prompt ${unknown}. There are: ${prompts.join(", ")}.`);
  if (words.includes("none") && words.length > 1)
    throw new OauthError("invalid_request", "prompt none cannot be combined with another value.");
  request.prompts = known.filter((prompt) => prompt !== undefined);
};

export const checkMaxAge: Check = (request) => {
  const text = request.parameters.get("max_age");
  if (text === undefined) return;
  if (!/^\d{1,10}$/.test(text))
    throw new OauthError("invalid_request", "max_age must be a whole number of seconds, 0 or more.");
  request.maxAge = Number(text);
};
