import { Secret, TOTP } from "otpauth";

/** What an authenticator app with this secret shows. */
export function codeFrom(secret: string, atMs = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
}
