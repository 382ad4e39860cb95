/** client_secret_basic (RFC 6749 §2.3.1): id and secret, each form-url-encoded, as user and password of HTTP Basic. */
import { OauthError } from "../errors.ts";

export function readBasic(authorization: string): { method: "basic"; clientId: string; secret: string } {
  const encoded = /^basic +([a-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? undefined : utf8(Buffer.from(encoded, "base64"));
  const colon = text?.indexOf(":") ?? -1;
  if (text === undefined || colon < 0) throw unreadable();
  const clientId = formDecode(text.slice(0, colon));
  const secret = formDecode(text.slice(colon + 1));
  if (clientId === undefined || secret === undefined) throw unreadable();
  return { method: "basic", clientId, secret };
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function unreadable(): OauthError {
  return new OauthError(
    "invalid_client",
    "The Authorization header cannot be read. Send Basic with base64 of client_id:client_secret, both form-url-encoded first.",
  );
}
