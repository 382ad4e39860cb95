/** What a run prints: a line a test, and for a violation the calls that show it. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Violation } from "./checker.ts";
import { type Call, type History, longestOutage } from "./history.ts";

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly calls: number;
  readonly faults: number;
  readonly violations: number;
  readonly outageMs: number;
  readonly seconds: number;
  readonly remarks: readonly string[];
  readonly skipped?: string;
}

const SHOWN = 5;

export function toRow(
  test: { id: string; title: string },
  history: History,
  outcome: Pick<Row, "violations" | "remarks" | "seconds">,
): Row {
  return {
    ...test,
    calls: history.calls.length,
    faults: history.faults.length,
    outageMs: longestOutage(history.calls),
    ...outcome,
  };
}

/** As Markdown, so that it can be put into a page as it is. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    row.skipped === undefined
      ? [
          row.id,
          row.title,
          `${row.calls}`,
          `${row.faults}`,
          `${row.violations}`,
          inSeconds(row.outageMs),
          row.remarks.join("; "),
        ]
      : [row.id, row.title, "-", "-", "-", "-", `skipped: ${row.skipped}`],
  );
  const lines = [["test", "what is done", "calls", "faults", "violations", "longest outage", "remarks"], ...cells];
  return [
    lines[0]?.join(" | ") ?? "",
    lines[0]?.map(() => "---").join("|") ?? "",
    ...lines.slice(1).map((line) => line.join(" | ")),
  ]
    .map((line) => `| ${line} |`)
    .join("\n");
}

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export function describeViolations(violations: readonly Violation[]): string {
  const kinds = Map.groupBy(violations, ({ broke, says }) => `${broke}: ${says.replaceAll(/[0-9a-f-]{36}|\d+/g, "…")}`);
  return [...kinds]
    .map(([, some]) => {
      const shown = some
        .slice(0, SHOWN)
        .map(({ broke, says, calls }) => [`  ${broke}: ${says}`, ...calls.map(describeCall)].join("\n"));
      const more = some.length > SHOWN ? [`  … and ${some.length - SHOWN} more like these`] : [];
      return [...shown, ...more].join("\n");
    })
    .join("\n");
}

function describeCall(call: Call): string {
  const { number, what, node, began, ended, status, refusal, succeeded, refresh, writes } = call;
  const facts = { ...(refusal === undefined ? {} : { refusal }), succeeded, ...refresh, ...writes };
  return `    #${number} ${what} at node ${node}, ${began.toFixed(0)}–${ended.toFixed(0)} ms: ${status} ${JSON.stringify(facts)}`;
}

/** Returns where it is. */
export function saveHistory(id: string, history: History, violations: readonly Violation[]): string {
  const file = join(mkdtempSync(join(tmpdir(), "signet-faults-history-")), `${id}.json`);
  const { calls, exits, faults } = history;
  writeFileSync(file, JSON.stringify({ violations: violations.slice(0, 200), faults, exits, calls }, null, 1));
  return file;
}
