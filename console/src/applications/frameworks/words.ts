/** Sentences about frameworks that the Console and docs/clients.md share. */
import type { CallerSettings } from "./framework.ts";

export function callersSentence({ accessTokenType }: CallerSettings): string {
  const type = accessTokenType === undefined ? "" : ` and the type of access tokens to ${accessTokenType}`;
  return `At the applications and service users whose tokens are sent to it, set the kind of access tokens to JWT${type}.`;
}
