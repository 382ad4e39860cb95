/** The bytes of a password as argon2id sees them: the one place where passwords are normalised and measured. */

export const MAX_PASSWORD_BYTES = 1024;

// Normalising costs time by length, so what cannot fit is not even looked at: NFKC leaves at least one byte of every
// two UTF-16 units.
const MAX_UNITS = 2 * MAX_PASSWORD_BYTES;

/**
 * The same password typed on two keyboards can arrive as different code points. NIST SP 800-63B (2017) §5.1.1.2:
 * apply NFKC or NFKD before hashing.
 */
export function passwordBytes(password: string): Uint8Array | "too-long" {
  if (password.length > MAX_UNITS) return "too-long";
  const bytes = new TextEncoder().encode(password.normalize("NFKC"));
  return bytes.length > MAX_PASSWORD_BYTES ? "too-long" : bytes;
}
