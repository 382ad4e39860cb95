/** Passwords are hashed and checked here and nowhere else: argon2id, in worker threads of its own. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { SignetError } from "../errors/signet-error.ts";
import { areEqual, areUsable, currentParameters, type Parameters } from "./parameters.ts";
import { MAX_PASSWORD_BYTES, passwordBytes } from "./password-bytes.ts";
import { type Load, openPool } from "./pool.ts";
import { formatHash, parseHash, type StoredHash } from "./stored-hash.ts";
import { openThreads } from "./threads.ts";

export type { Parameters } from "./parameters.ts";

export interface Passwords {
  /** Refuses a password of more than 1024 bytes as `bad_request`. */
  hash(password: string): Promise<string>;
  /** After "right-but-outdated" the caller hashes the password again and stores that: only now is it at hand. */
  verify(hash: string, password: string): Promise<"right" | "right-but-outdated" | "wrong">;
  /** For a user who does not exist: as slow as `verify`, so that time does not tell who has an account. */
  verifyNobody(password: string): Promise<"wrong">;
  load(): Load;
  /** Finishes what was accepted; calls after this are refused as `stopping`. */
  close(): Promise<void>;
}

export interface PasswordOptions {
  readonly threads?: number;
  /** How many may wait when every thread is busy; one more is refused as `overloaded`. */
  readonly maxQueue?: number;
  /** How long they may wait; whoever has waited longer is refused in the same way. */
  readonly patienceMs?: number;
  readonly parameters?: Parameters;
}

const SALT_BYTES = 16;
const TAG_BYTES = 32;
// At 50 ms a hash, the last in the queue waits less than two seconds; where other processes share the cores, for longer.
const QUEUE_PER_THREAD = 32;
const PATIENCE_MS = 5_000;
const NOTHING = new Uint8Array(0);

export function openPasswords(options: PasswordOptions = {}): Passwords {
  const { threads = availableParallelism(), parameters = currentParameters } = options;
  const { maxQueue = QUEUE_PER_THREAD * threads, patienceMs = PATIENCE_MS } = options;
  if (!areUsable(parameters)) throw new RangeError("These argon2id parameters are out of range");

  const pool = openPool(openThreads({ most: threads }), { most: threads, queue: maxQueue, patienceMs });
  const nobody = formatHash({ parameters, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) });

  async function hash(password: string): Promise<string> {
    const message = passwordBytes(password);
    if (message === "too-long") {
      throw new SignetError("bad_request", `A password may have at most ${MAX_PASSWORD_BYTES} bytes.`, { field: "password" });
    }
    const salt = Uint8Array.from(randomBytes(SALT_BYTES));
    const tag = await pool.derive({ message, salt, tagLength: TAG_BYTES, parameters });
    return formatHash({ parameters, salt, tag });
  }

  async function verify(hash: string, password: string): Promise<"right" | "right-but-outdated" | "wrong"> {
    const stored = parseHash(hash);
    const message = passwordBytes(password);
    // A password that is too long costs what any other costs, whatever its length, and can never be right.
    const isTooLong = message === "too-long";
    const tag = await pool.derive({
      message: isTooLong ? NOTHING : message,
      salt: stored.salt,
      tagLength: stored.tag.length,
      parameters: stored.parameters,
    });
    const isSame = timingSafeEqual(tag, stored.tag);
    if (isTooLong || !isSame) return "wrong";
    return isCurrent(stored, parameters) ? "right" : "right-but-outdated";
  }

  async function verifyNobody(password: string): Promise<"wrong"> {
    await verify(nobody, password);
    return "wrong";
  }

  return { hash, verify, verifyNobody, load: () => pool.load(), close: () => pool.close() };
}

function isCurrent({ parameters, salt, tag }: StoredHash, current: Parameters): boolean {
  return areEqual(parameters, current) && salt.length === SALT_BYTES && tag.length === TAG_BYTES;
}
