/** Passwords are hashed and checked here and nowhere else: argon2id, in worker threads of its own. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { SignetError } from "../errors/signet-error.ts";
import { areEqual, areUsable, currentParameters, type Parameters } from "./parameters.ts";
import { MAX_PASSWORD_BYTES, passwordBytes } from "./password-bytes.ts";
import { type Load, openPool } from "./pool.ts";
import { formatHash, parseHash, type StoredHash } from "./stored-hash.ts";
import { openThreads } from "./threads.ts";
import type { HashRequester, PlaceLimits } from "./turns.ts";

export type { Parameters } from "./parameters.ts";
export { type HashRequester, signetItself } from "./turns.ts";

/**
 * Each says for whom: people and addresses have few places at a time, and whoever has none left is refused as
 * `overloaded`.
 */
export interface Passwords {
  /** Refuses a password of more than 1024 bytes as `bad_request`. */
  hash(password: string, requester: HashRequester): Promise<string>;
  /** After "right-but-outdated" the caller hashes the password again and stores that: only now is it at hand. */
  verify(hash: string, password: string, requester: HashRequester): Promise<"right" | "right-but-outdated" | "wrong">;
  /** For a user who does not exist: as slow as `verify`, so that time does not tell who has an account. */
  verifyNobody(password: string, requester: HashRequester): Promise<"wrong">;
  load(): Load;
  /** Finishes what was accepted; calls after this are refused as `stopping`. */
  close(): Promise<void>;
}

export interface PasswordOptions {
  readonly threads?: number;
  /** How many may wait when every thread is busy; one more is refused as `overloaded`. */
  readonly maxQueue?: number;
  /** How many one person and one address may have of those at a time. */
  readonly places?: Partial<PlaceLimits>;
  /** How long they may wait; whoever has waited longer is refused in the same way. */
  readonly patienceMs?: number;
  readonly parameters?: Parameters;
}

const SALT_BYTES = 16;
const TAG_BYTES = 32;
// At 50 ms a hash, the last in the queue waits less than two seconds; where other processes share the cores, for
// longer.
const QUEUE_PER_THREAD = 32;
const PATIENCE_MS = 5_000;
/** One that is hashed and one that waits: a form that was sent twice, or two browsers. */
const PLACES_OF_A_PERSON = 2;
/**
 * Many people may share an address: enough to keep all threads busy from one, and its last waits for less than half a
 * second.
 */
const PLACES_OF_AN_ADDRESS_PER_THREAD = 8;
const NOTHING = new Uint8Array(0);

export function openPasswords(options: PasswordOptions = {}): Passwords {
  const { threads = availableParallelism(), parameters = currentParameters } = options;
  const { maxQueue = QUEUE_PER_THREAD * threads, patienceMs = PATIENCE_MS } = options;
  if (!areUsable(parameters)) throw new RangeError("These argon2id parameters are out of range");

  const places = { person: PLACES_OF_A_PERSON, address: PLACES_OF_AN_ADDRESS_PER_THREAD * threads, ...options.places };
  const pool = openPool(openThreads({ most: threads }), { most: threads, queue: maxQueue, places, patienceMs });
  const nobody = formatHash({ parameters, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) });

  async function hash(password: string, requester: HashRequester): Promise<string> {
    const message = passwordBytes(password);
    if (message === "too-long") {
      throw new SignetError("bad_request", `A password may have at most ${MAX_PASSWORD_BYTES} bytes.`, {
        field: "password",
      });
    }
    const salt = Uint8Array.from(randomBytes(SALT_BYTES));
    const tag = await pool.derive({ message, salt, tagLength: TAG_BYTES, parameters }, requester);
    return formatHash({ parameters, salt, tag });
  }

  async function verify(
    hash: string,
    password: string,
    requester: HashRequester,
  ): Promise<"right" | "right-but-outdated" | "wrong"> {
    const stored = parseHash(hash);
    const message = passwordBytes(password);
    // A password that is too long costs what any other costs, whatever its length, and can never be right.
    const isTooLong = message === "too-long";
    const derivation = {
      message: isTooLong ? NOTHING : message,
      salt: stored.salt,
      tagLength: stored.tag.length,
      parameters: stored.parameters,
    };
    const tag = await pool.derive(derivation, requester);
    const isSame = timingSafeEqual(tag, stored.tag);
    if (isTooLong || !isSame) return "wrong";
    return isCurrent(stored, parameters) ? "right" : "right-but-outdated";
  }

  async function verifyNobody(password: string, requester: HashRequester): Promise<"wrong"> {
    await verify(nobody, password, requester);
    return "wrong";
  }

  return { hash, verify, verifyNobody, load: () => pool.load(), close: () => pool.close() };
}

function isCurrent({ parameters, salt, tag }: StoredHash, current: Parameters): boolean {
  return areEqual(parameters, current) && salt.length === SALT_BYTES && tag.length === TAG_BYTES;
}
