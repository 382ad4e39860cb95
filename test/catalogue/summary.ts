/** The catalogue in a table, for the end of a run: a line for each group, then every row that is not ours and why. */
import type { Group, Row } from "./rows.ts";

export const titles: Readonly<Record<Group, string>> = {
  A: "where an answer goes",
  B: "codes",
  C: "the proof that goes with a code",
  D: "who calls",
  E: "what callers sign",
  F: "tokens",
  G: "what is told about tokens",
  H: "sessions in browsers",
  I: "who exists",
  J: "mails and their links",
  K: "guessing",
  L: "second factors",
  M: "the management API",
  N: "other identity providers",
  O: "what is connected to",
  P: "what is shown",
  Q: "signing out",
  R: "what costs too much",
  S: "what gets out",
  X: "across places",
};

interface Count {
  readonly rows: number;
  readonly here: number;
  readonly elsewhere: number;
  readonly notOurs: number;
}

/** Every line begins with `summary: `, by which the report of a run knows it. */
export function summaryOf(rows: readonly Row[]): string {
  const all = count(rows);
  const lines = [
    `Attack catalogue: ${all.rows} rows, ${all.here} tested by their id, ${all.elsewhere} held by tests elsewhere, ${all.notOurs} not ours`,
    ...Object.entries(titles).map(([group, title]) =>
      lineOf(`${group} ${title}`, count(rows.filter(({ id }) => id.startsWith(group)))),
    ),
    "Not ours:",
    ...rows.flatMap(({ id, says, notOurs }) => (notOurs === undefined ? [] : [`  ${id.padEnd(4)}${says}: ${notOurs}`])),
  ];
  return lines.map((line) => `summary: ${line}\n`).join("");
}

function lineOf(name: string, { here, elsewhere, notOurs }: Count): string {
  return `  ${name.padEnd(36)}${String(here).padStart(3)} by id ${String(elsewhere).padStart(3)} elsewhere ${String(notOurs).padStart(3)} not ours`;
}

function count(rows: readonly Row[]): Count {
  const elsewhere = rows.filter((row) => row.elsewhere !== undefined).length;
  const notOurs = rows.filter((row) => row.notOurs !== undefined).length;
  return { rows: rows.length, here: rows.length - elsewhere - notOurs, elsewhere, notOurs };
}
