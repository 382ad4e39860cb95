/** Each algorithm needs a key that signs and, published ahead of its time, one that takes over. */
import { initialAlgorithms } from "../../keys/algorithms.ts";
import { listKeys, readKeys } from "../../keys/key-store.ts";
import { type KeyStatus, type KeyTimes, PUBLISH_AHEAD_MS, ROTATE_AFTER_MS } from "../../keys/lifecycle.ts";
import type { Database } from "./database.ts";
import { type Finding, ok, problem, timeOf, warning } from "./finding.ts";

const CHECK = "signing_keys";
const advice =
  "A running Signet makes what is missing, at its start and every ten minutes; if it does not, its log has lines with the task `keys`. `signet keys list` makes it, too.";

/** A successor is made when the time has come, and published for a day; an hour more for nodes that were asleep. */
const OVERDUE_MS = ROTATE_AFTER_MS + PUBLISH_AHEAD_MS + 3_600_000;

export async function signingKeyFindings({ storage: { db } }: Database): Promise<Finding[]> {
  const all = await listKeys(db);
  if (all.length === 0) return [warning(CHECK, "There are no keys yet.", "The first `signet serve` makes them.")];
  const { now } = await readKeys(db);
  const algorithms = new Set<string>([
    ...initialAlgorithms,
    ...all.filter(({ state }) => state !== "revoked").map(({ key }) => key.algorithm),
  ]);
  return [...algorithms].toSorted().map((algorithm) => findingOf(algorithm, all, now));
}

function findingOf(algorithm: string, all: readonly KeyStatus<KeyTimes>[], now: number): Finding {
  const inState = (wanted: string) =>
    all.find(({ key, state }) => key.algorithm === algorithm && state === wanted)?.key;
  const [active, spare] = [inState("active"), inState("published")];
  if (active === undefined) return problem(CHECK, `${algorithm}: no key is active.`, advice);
  if (spare === undefined)
    return problem(CHECK, `${algorithm}: there is no spare to take over from ${active.id}.`, advice);
  if (active.activatesAt + OVERDUE_MS < now) {
    return problem(
      CHECK,
      `${algorithm}: ${active.id} is active since ${timeOf(active.activatesAt)} and overdue.`,
      `\`signet keys rotate --algorithm ${algorithm}\`. ${advice}`,
    );
  }
  return ok(CHECK, `${algorithm}: ${active.id} is active, ${spare.id} takes over at ${timeOf(spare.activatesAt)}.`);
}

/** The ids that a keys endpoint on this database has to publish. */
export async function publishedKeyIds({ storage: { db } }: Database): Promise<Set<string>> {
  const published = (await listKeys(db)).filter(({ key, inKeySet }) => inKeySet && key.algorithm !== "ticket");
  return new Set(published.map(({ key }) => key.id));
}
