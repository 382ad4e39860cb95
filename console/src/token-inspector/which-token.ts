/** Whether a text is a token, or only the id of one. */
import type { Schemas } from "../api.ts";

export type WhichToken = Schemas["WhichToken"];

/** Of an access token (its `jti`), or of a personal access token. */
const ID = /^(?:[as]\.[0-9a-f-]{36}\.[\w-]{16}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What comes along when one copies a header is taken off. */
export function whichToken(text: string): WhichToken | undefined {
  const trimmed = text
    .trim()
    .replace(/^(?:authorization:\s*)?bearer\s+/i, "")
    .replace(/\s+/g, "");
  if (trimmed === "") return undefined;
  return ID.test(trimmed) ? { id: trimmed } : { token: trimmed };
}
