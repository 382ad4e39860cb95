/**
 * XAES-256-GCM (C2SP): AES-256-GCM with a 192-bit nonce, half of which derives a key of its own. Random nonces are then
 * safe for 2^80 messages a key, where plain GCM's 96 bits end at 2^32; a ticket key has to last for 2^48.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export const NONCE_BYTES = 24;
export const TAG_BYTES = 16;
const BLOCK_BYTES = 16;
const HALF_NONCE_BYTES = 12;

/** A key with the constant of its CMAC, which is the same for every message. */
export interface XaesKey {
  readonly key: Buffer;
  readonly k1: Buffer;
}

export function xaesKey(key: Buffer): XaesKey {
  return { key, k1: doubled(encryptBlocks(key, Buffer.alloc(BLOCK_BYTES))) };
}

/** nonce, ciphertext, tag. */
export function seal(key: XaesKey, plaintext: Uint8Array, associated: Uint8Array, nonce: Buffer = randomBytes(NONCE_BYTES)): Buffer {
  const cipher = createCipheriv("aes-256-gcm", messageKey(key, nonce), nonce.subarray(HALF_NONCE_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export function open(key: XaesKey, sealed: Buffer, associated: Uint8Array): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", messageKey(key, nonce), nonce.subarray(HALF_NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plaintext = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    // Not authentic: the one thing `final` can fail on here.
    return undefined;
  }
  return plaintext;
}

/** Two blocks of CMAC in counter mode over the first half of the nonce (NIST SP 800-108). */
function messageKey({ key, k1 }: XaesKey, nonce: Buffer): Buffer {
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
