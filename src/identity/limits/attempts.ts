/**
 * What an attempt is counted for, of whatever kind and in whichever room: the address it comes from, and who it is
 * about. Each kind is counted apart, so that failures of one block no other: whoever sends wrong passwords for
 * somebody, or uses up the mails of an address, keeps nobody from signing in by other means or from the same house.
 *
 * A browser in which the person has signed in before counts on its own. A flood from elsewhere does not reach it; nor
 * does what others send from the same address, because attempts there are at one person only and few.
 */
import { createHmac } from "node:crypto";
import type { Database } from "../../storage/database.ts";
import type { ProofKind } from "../factors/levels.ts";
import { holdsManagerRole } from "../managers.ts";
import { readPolicy } from "../policies/policies.ts";
import { isKnownBrowser } from "../sessions/known-browsers.ts";
import { MOST_CANDIDATES } from "../users/login-names.ts";
import { type Attempt, type ThrottleRules, takeAttempt } from "./proof-attempts.ts";
import { UNBLOCKED_ATTEMPTS } from "./unblock-codes.ts";

export type AttemptKind =
  | ProofKind
  /** Proves a factor or an address that is being set up. */
  | "new_factor"
  | "new_address"
  /** May send a mail to somebody who has not asked for it. */
  | "forgot"
  | "registration"
  | "unblock"
  | "registration_code"
  | "unblock_code";

/**
 * Those that say who somebody is: nothing about anybody else can be learned by them in a browser that knows the person.
 */
const ownProofs: ReadonlySet<AttemptKind> = new Set<ProofKind>([
  "password",
  "totp",
  "email_code",
  "recovery_code",
  "passkey",
]);

/** An address is shared by many people, and so is slowed down later than an account. */
const addressRules: ThrottleRules = { delayAfter: 50, blockAfter: 60, blockSeconds: 900 };

/** After the right code, few: whoever reads somebody's mail gets no more guesses by it than others. */
const unblockedRules: ThrottleRules = {
  delayAfter: UNBLOCKED_ATTEMPTS,
  blockAfter: UNBLOCKED_ATTEMPTS,
  blockSeconds: 7_200,
};

/** Where an attempt comes from. */
export interface Origin {
  /** As networkOf has it. */
  readonly network: string;
  /** The hash of the browser's cookie. */
  readonly browser: string | undefined;
}

/** An account, or a name that is nobody's. */
interface Counting {
  readonly subject: string;
  /** Of the account, where it is one. */
  readonly userId: string | undefined;
}

/** Who an attempt is about. */
export interface Who extends Counting {
  /** The same password is compared with theirs, too: the attempt counts for each, and while one has to wait, all do. */
  readonly others?: readonly Counting[] | undefined;
  readonly rules: ThrottleRules;
  /** Those of the instance, where they are others and it is not known yet whether the person holds a manager role. */
  readonly managerRules?: ThrottleRules | undefined;
  /** The key of a code from the owner's mailbox that was right in this sign-in (unblock-codes.ts). */
  readonly unblocked?: string | undefined;
}

export interface Slowed {
  readonly outcome: "slowed";
  readonly seconds: number;
  /** It is because of what was tried for this name; a code from its owner's mailbox helps. */
  readonly mayUnblock: boolean;
}

export interface Counted {
  readonly outcome: "counted";
  /** What the address was counted as: gets the attempt back when it was right. */
  readonly address: readonly string[];
  /** What it was counted as for the person: starts anew when everything is proved. */
  readonly subjects: readonly string[];
  /** Whether a right proof counts: that of people, and that of people who hold a manager role. */
  readonly allows: { readonly people: boolean; readonly managers: boolean };
  /** What everybody is told who is not let in, where it is not just that it was wrong. */
  readonly slowed: Slowed | undefined;
  readonly mayUnblock: boolean;
}

export async function countAttempt(
  db: Database,
  { kind, from, who }: { kind: AttemptKind; from: Origin; who?: Who | undefined },
): Promise<Counted | Slowed> {
  const meant = who === undefined ? [] : [who, ...(who.others ?? [])];
  const known = await knownHere(db, meant, from.browser ?? "");
  const isKnown = known.length > 0;
  const address = isKnown && ownProofs.has(kind) ? [] : [addressSubject(from.network, kind)];
  for (const subject of address) {
    const attempt = await takeAttempt(db, subject, addressRules);
    if (attempt.outcome === "lost") return slowedBy(attempt, false);
  }
  // A signature is not found by trying: counted for the account, attempts could only keep its owner out.
  if (who === undefined || (kind === "passkey" && !isKnown)) return { ...free, address };
  const subjects = isKnown
    ? known.map((userId) => browserSubject(userId, from.browser ?? ""))
    : meant.map(({ subject }) => subject);
  const taken = await countFor(
    db,
    who,
    subjects.map((subject) => `${subject}:${kind}`),
  );
  return taken.outcome === "slowed" ? taken : { ...taken, address };
}

const free: Omit<Counted, "address"> = {
  outcome: "counted",
  subjects: [],
  allows: { people: true, managers: true },
  slowed: undefined,
  mayUnblock: false,
};

/**
 * Where the instance's rules are others than those that hold here, both are counted, for known and unknown names alike,
 * and whoever is told that they are slowed is told so by the latter: who is a manager shows only to whoever has the
 * right password.
 */
async function countFor(
  db: Database,
  who: Who,
  counted: readonly string[],
): Promise<Omit<Counted, "address"> | Slowed> {
  const ofInstance = who.managerRules === undefined ? [] : counted.map((subject) => `${subject}:instance`);
  const subjects = [...counted, ...ofInstance];
  const people = await takeAll(db, counted, who.rules);
  const managers = who.managerRules === undefined ? people : await takeAll(db, ofInstance, who.managerRules);
  const allows = { people: people.outcome === "won", managers: managers.outcome === "won" };
  if (allows.people && allows.managers) return { ...free, subjects };
  if (who.unblocked !== undefined) {
    const ofCode = `code:${who.unblocked}`;
    if ((await takeAttempt(db, ofCode, unblockedRules)).outcome === "won") return { ...free, subjects: [ofCode] };
  }
  const slowed = allows.people ? undefined : slowedBy(people, true);
  if (slowed !== undefined && !allows.managers) return slowed;
  return { outcome: "counted", subjects, allows, slowed, mayUnblock: true };
}

/** Lost if one is lost, for as long as the longest of them. */
async function takeAll(db: Database, subjects: readonly string[], rules: ThrottleRules): Promise<Attempt> {
  let all: Attempt = { outcome: "won", retryAfterMs: 0 };
  for (const subject of subjects) {
    const one = await takeAttempt(db, subject, rules);
    const isLost = all.outcome === "lost" || one.outcome === "lost";
    all = { outcome: isLost ? "lost" : "won", retryAfterMs: Math.max(all.retryAfterMs, one.retryAfterMs) };
  }
  return all;
}

/**
 * All who are meant, if every one of them has signed in in this browser before; else nobody: whoever is known here with
 * one account must not get attempts by that at another one with the same address.
 */
async function knownHere(db: Database, meant: readonly Counting[], browser: string): Promise<readonly string[]> {
  const known: string[] = [];
  for (const { userId = "" } of meant) if (await isKnownBrowser(db, { userId, browser })) known.push(userId);
  return known.length === meant.filter(({ userId }) => userId !== undefined).length ? known : [];
}

/**
 * Of what was counted, all but what is about others: who gets in with one account must not give themselves new attempts
 * at another.
 */
export function subjectsOf({ subjects }: Counted, userId: string): string[] {
  const own = [`${accountSubject(userId)}:`, `browser:${userId}:`, "code:", "name:"];
  return subjects.filter((subject) => own.some((start) => subject.startsWith(start)));
}

function slowedBy({ retryAfterMs }: Attempt, mayUnblock: boolean): Slowed {
  return { outcome: "slowed", seconds: Math.ceil(retryAfterMs / 1000), mayUnblock };
}

/**
 * Somebody who has proved something already: the rules are those of their organization, or the instance's for a
 * manager.
 */
export async function person(
  db: Database,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<Who> {
  const isManager = await holdsManagerRole(db, id);
  const { settings: rules } = await readPolicy(db, "throttling", isManager ? undefined : organizationId);
  return { subject: accountSubject(id), userId: id, rules };
}

export const accountSubject = (userId: string): string => `user:${userId}`;

/**
 * The n-th of those that are counted beside an account although nobody is behind them, because its name is compared
 * more than once.
 */
export const besideAccountSubject = (userId: string, n: number): string => `${accountSubject(userId)}:${n}`;

/** All that was counted for somebody's password, from browsers that are new to them. */
export function passwordSubjects(userId: string): string[] {
  const beside = Array.from({ length: MOST_CANDIDATES - 1 }, (_, n) => besideAccountSubject(userId, n + 1));
  return [accountSubject(userId), ...beside].flatMap((subject) => [
    `${subject}:password`,
    `${subject}:password:instance`,
  ]);
}

/**
 * A name that belongs to nobody is counted all the same, without storing what was typed. `secret` is the same on all
 * nodes.
 */
export function unknownNameSubject(nameKey: string, secret: Buffer): string {
  return `name:${createHmac("sha256", secret).update(`signet unknown name ${nameKey}`).digest("base64url")}`;
}

export const addressSubject = (network: string, kind: AttemptKind): string => `address:${network}:${kind}`;

const browserSubject = (userId: string, browser: string): string => `browser:${userId}:${browser}`;
