/** The limit of cryptography: signatures made, and checked, on the thread pool of one process, and so on all cores. */
import { generateKeyPairSync, randomBytes, sign, verify } from "node:crypto";
import { promisify } from "node:util";
import type { Algorithm } from "./target.ts";

const signOnThreadPool = promisify(sign);
const verifyOnThreadPool = promisify(verify);
/** About as long as what is signed of an ID token. */
const MESSAGE = randomBytes(600);
const AT_ONCE = 32;

const keys = {
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
} satisfies Record<Algorithm, unknown>;

export async function signaturesPerSecond(algorithm: Algorithm, milliseconds: number): Promise<number> {
  const key = { key: keys[algorithm].privateKey, dsaEncoding: "ieee-p1363" } as const;
  return timesPerSecond(milliseconds, () => signOnThreadPool("sha256", MESSAGE, key));
}

export async function checksPerSecond(algorithm: Algorithm, milliseconds: number): Promise<number> {
  const { privateKey, publicKey } = keys[algorithm];
  const signature = sign("sha256", MESSAGE, { key: privateKey, dsaEncoding: "ieee-p1363" });
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  return timesPerSecond(milliseconds, () => verifyOnThreadPool("sha256", MESSAGE, key, signature));
}

async function timesPerSecond(milliseconds: number, once: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const loop = async () => {
    while (performance.now() - began < milliseconds) {
      await once();
      count++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return (count / (performance.now() - began)) * 1000;
}
