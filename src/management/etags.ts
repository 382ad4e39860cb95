/** Versions as ETags (RFC 9110 §8.8.3), so that a change can be made only to what was read. */
import { SignetError } from "../errors/signet-error.ts";

export function etagOf(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null || !("version" in answer) || typeof answer.version !== "number")
    return undefined;
  return `"${answer.version}"`;
}

/** Undefined: whatever the version is. A proxy that packs an answer makes its ETag weak, which changes nothing here. */
export function versionOf(ifMatch: string | undefined, versioned: boolean): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  if (!versioned)
    throw new SignetError("invalid_input", "If-Match has no meaning for this call; leave it out", {
      field: "If-Match",
    });
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(ifMatch.trim())?.[1];
  if (version === undefined) {
    throw new SignetError("invalid_input", "If-Match must be the one ETag that this service gave for it", {
      field: "If-Match",
    });
  }
  return Number(version);
}
