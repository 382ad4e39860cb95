/** The form in which a password hash is stored: a PHC string, which carries its own salt and parameters. */
import { areUsable, type Parameters } from "./parameters.ts";

export interface StoredHash {
  readonly parameters: Parameters;
  readonly salt: Uint8Array;
  readonly tag: Uint8Array;
}

const NUMBER = "([1-9][0-9]{0,9})";
const BASE64 = "([A-Za-z0-9+/]{1,128})";
const PATTERN = new RegExp(`^\\$argon2id\\$v=19\\$m=${NUMBER},t=${NUMBER},p=${NUMBER}\\$${BASE64}\\$${BASE64}$`);

// RFC 9106 §3.1 allows salts from 8 bytes and tags from 4; a tag that short would be right by accident.
const MIN_SALT_BYTES = 8;
const MIN_TAG_BYTES = 16;

export function formatHash({ parameters: { memory, passes, parallelism }, salt, tag }: StoredHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/**
 * Throws when the text is no hash of ours: a damaged row is nobody's wrong password. The text itself is never repeated.
 */
export function parseHash(text: string): StoredHash {
  const [, memory, passes, parallelism, salt, tag] = PATTERN.exec(text) ?? [];
  if (salt === undefined || tag === undefined) throw malformed("it is not an argon2id PHC string");

  const stored: StoredHash = {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: decode(salt),
    tag: decode(tag),
  };
  if (!areUsable(stored.parameters)) throw malformed("its parameters are out of range");
  if (stored.salt.length < MIN_SALT_BYTES) throw malformed("its salt is too short");
  if (stored.tag.length < MIN_TAG_BYTES) throw malformed("its hash is too short");
  return stored;
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}

function decode(text: string): Uint8Array {
  // A copy: small Buffers share one block of memory, which would travel to the worker thread whole.
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  // Node skips what it cannot decode; whatever does not come back as it was had been cut or edited.
  if (encode(bytes) !== text) throw malformed("its base64 is damaged");
  return bytes;
}

function malformed(reason: string): Error {
  return new Error(`A stored password hash is malformed: ${reason}`);
}
