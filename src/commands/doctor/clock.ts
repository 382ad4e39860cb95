/** This machine's clock beside the database's, by which Signet measures every deadline. */
import type { Database } from "./database.ts";
import { type Finding, ok, problem, timeOf, warning } from "./finding.ts";

const NOTICEABLE_MS = 2_000;
const WRONG_MS = 30_000;

export async function clockFindings({ storage }: Database): Promise<Finding[]> {
  if (storage.engine === "sqlite") {
    return [
      ok(
        "clock",
        `SQLite tells this machine's time, ${timeOf(Date.now())}: whether that is right cannot be known from here.`,
      ),
    ];
  }
  const before = Date.now();
  const database = await storage.now();
  const after = Date.now();
  const drift = database - (before + after) / 2;
  // The answer may have been given at any moment in between.
  const certain = Math.abs(drift) - (after - before) / 2;
  const seen = `The database's clock is ${(Math.abs(drift) / 1_000).toFixed(1)} seconds ${drift < 0 ? "behind" : "ahead of"} this machine's.`;
  const advice = "Synchronize both with NTP. Tokens carry the database's time, and applications check it by their own.";
  if (certain > WRONG_MS) return [problem("clock", seen, advice)];
  return [certain > NOTICEABLE_MS ? warning("clock", seen, advice) : ok("clock", seen)];
}
