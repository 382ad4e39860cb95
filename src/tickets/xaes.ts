/**
 * XAES-256-GCM (C2SP): AES-256-GCM with a 192-bit nonce, half of which derives a key of its own. Random nonces are then
 * safe for 2^80 messages a key, where plain GCM's 96 bits end at 2^32; a ticket key has to last for 2^48.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { freshBytes } from "./fresh-bytes.ts";

export const NONCE_BYTES = 24;
export const TAG_BYTES = 16;
const BLOCK_BYTES = 16;
const HALF_NONCE_BYTES = 12;

/**
 * Deriving the key of a message costs as much as sealing it. So a process keeps the half of the nonce that derives it
 * for this many messages and draws only the other half anew: the chance that two of them draw the same is below 2^-55.
 */
const MESSAGES_A_HALF = 2 ** 20;
/**
 * Derived keys that are kept for opening: one for each process, and for each time it changed, that tickets come from.
 */
const MOST_DERIVED = 1_000;

/** A key with the constant of its CMAC, which is the same for every message, and the keys derived from it of late. */
export interface XaesKey {
  readonly key: Buffer;
  readonly k1: Buffer;
  readonly derived: Map<string, Buffer>;
  half: { readonly nonce: Buffer; used: number };
}

export function xaesKey(key: Buffer): XaesKey {
  return { key, k1: doubled(encryptBlocks(key, Buffer.alloc(BLOCK_BYTES))), derived: new Map(), half: newHalf() };
}

function newHalf(): XaesKey["half"] {
  return { nonce: randomBytes(HALF_NONCE_BYTES), used: 0 };
}

function nextNonce(key: XaesKey): Buffer {
  if (key.half.used++ >= MESSAGES_A_HALF) key.half = newHalf();
  return Buffer.concat([key.half.nonce, freshBytes(HALF_NONCE_BYTES)]);
}

/** nonce, ciphertext, tag. */
export function seal(
  key: XaesKey,
  plaintext: Uint8Array,
  associated: Uint8Array,
  nonce: Buffer = nextNonce(key),
): Buffer {
  const derived = messageKey(key, nonce);
  const cipher = createCipheriv("aes-256-gcm", derived, nonce.subarray(HALF_NONCE_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  keep(key, nonce, derived);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export function open(key: XaesKey, sealed: Buffer, associated: Uint8Array): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const derived = messageKey(key, nonce);
  const decipher = createDecipheriv("aes-256-gcm", derived, nonce.subarray(HALF_NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plaintext = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    // Not authentic: the one thing `final` can fail on here.
    return undefined;
  }
  // Only what was authentic: made-up tickets cannot push the others out.
  keep(key, nonce, derived);
  return plaintext;
}

function messageKey(key: XaesKey, nonce: Buffer): Buffer {
  return key.derived.get(halfOf(nonce)) ?? deriveKey(key, nonce);
}

function keep(key: XaesKey, nonce: Buffer, derived: Buffer): void {
  const half = halfOf(nonce);
  if (key.derived.has(half)) return;
  if (key.derived.size >= MOST_DERIVED) key.derived.clear();
  key.derived.set(half, derived);
}

function halfOf(nonce: Buffer): string {
  return nonce.toString("latin1", 0, HALF_NONCE_BYTES);
}

/** Two blocks of CMAC in counter mode over the first half of the nonce (NIST SP 800-108). */
function deriveKey({ key, k1 }: XaesKey, nonce: Buffer): Buffer {
  const blocks = Buffer.alloc(2 * BLOCK_BYTES);
  for (const [offset, counter] of [
    [0, 1],
    [BLOCK_BYTES, 2],
  ] as const) {
    blocks[offset + 1] = counter;
    blocks[offset + 2] = 0x58; // "X"
    nonce.copy(blocks, offset + 4, 0, HALF_NONCE_BYTES);
    for (let i = 0; i < BLOCK_BYTES; i++) blocks.writeUInt8(blocks.readUInt8(offset + i) ^ k1.readUInt8(i), offset + i);
  }
  return encryptBlocks(key, blocks);
}

/** The bare block cipher; every block that goes in is a CMAC input of its own, so no mode is involved. */
function encryptBlocks(key: Buffer, blocks: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

/** Doubling in GF(2^128), as CMAC makes its first sub-key (RFC 4493 §2.3). */
function doubled(block: Buffer): Buffer {
  const result = Buffer.alloc(BLOCK_BYTES);
  let carry = 0;
  for (let i = BLOCK_BYTES - 1; i >= 0; i--) {
    const byte = block.readUInt8(i);
    result.writeUInt8(((byte << 1) | carry) & 0xff, i);
    carry = byte >> 7;
  }
  if (carry === 1) result.writeUInt8(result.readUInt8(BLOCK_BYTES - 1) ^ 0x87, BLOCK_BYTES - 1);
  return result;
}
