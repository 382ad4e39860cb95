/**
 * What has gone wrong in servers like this one, as families of attacks, in our own words. Each row is tested in the
 * file of its group beside this one, is held by a test elsewhere that it names, or says why there is nothing to test.
 */
import { boundaryRows } from "./rows-boundaries.ts";
import { browserRows } from "./rows-browser.ts";
import { factorRows } from "./rows-factors.ts";
import { machineRows } from "./rows-machine.ts";
import { managementRows, outboundRows } from "./rows-management.ts";
import { providerRows } from "./rows-providers.ts";
import { serviceRows } from "./rows-service.ts";
import { contentRows, signInRows } from "./rows-sign-in.ts";

export interface Elsewhere {
  /** From the folder of all tests. */
  readonly file: string;
  /** The beginning of the test's name; for the state matrix, the way in or the state that tests are made of. */
  readonly test: string;
}

export interface Row {
  readonly id: string;
  /** What holds here. */
  readonly says: string;
  /** The test that holds it. */
  readonly elsewhere?: Elsewhere;
  /** Tests that hold more of it. */
  readonly also?: readonly Elsewhere[];
  /** Why there is nothing to test. */
  readonly notOurs?: string;
}

/** The file of each group. */
export const groups = {
  A: "redirects.test.ts",
  B: "codes.test.ts",
  C: "pkce.test.ts",
  D: "clients.test.ts",
  E: "assertions.test.ts",
  F: "tokens.test.ts",
  G: "introspection.test.ts",
  H: "sessions.test.ts",
  I: "enumeration.test.ts",
  J: "mail-links.test.ts",
  K: "guessing.test.ts",
  L: "factors.test.ts",
  M: "management.test.ts",
  N: "providers.test.ts",
  O: "outbound.test.ts",
  P: "injection.test.ts",
  Q: "sign-out.test.ts",
  R: "exhaustion.test.ts",
  S: "leaks.test.ts",
  X: "boundaries.test.ts",
} as const;

export type Group = keyof typeof groups;

export const rows: readonly Row[] = [
  ...browserRows,
  ...machineRows,
  ...signInRows,
  ...factorRows,
  ...managementRows,
  ...providerRows,
  ...outboundRows,
  ...contentRows,
  ...serviceRows,
  ...boundaryRows,
];

/** All there are, whatever the lists above forget. */
export const everyId: readonly string[] = [
  ...numbered("A", [1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 19]),
  ...numbered("B", [1, 2, 4, 5, 6, 8, 9, 10, 12]),
  ...numbered("C", [1, 2, 4, 5, 6]),
  ...numbered("D", [2, 3, 4, 6, 7, 8, 10, 11, 12]),
  ...numbered("E", [2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19, 20]),
  ...numbered("F", [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22]),
  ...numbered("G", [1, 3, 4, 5, 7, 8, 9]),
  ...numbered("H", [2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 16, 18]),
  ...numbered("I", [1, 2, 4, 5]),
  ...numbered("J", [1, 3, 4, 5, 7, 8, 9]),
  ...numbered("K", [1, 2, 3, 5, 6, 7, 9]),
  ...numbered("L", [1, 2, 4, 5, 6, 8, 9]),
  ...numbered("M", [1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 20]),
  ...numbered("N", [1, 3, 4, 5, 7, 8]),
  ...numbered("O", [1, 3, 4, 5, 7]),
  ...numbered("P", [1, 2, 4, 5, 6]),
  ...numbered("Q", [2, 3, 4, 6]),
  ...numbered("R", [1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14]),
  ...numbered("S", [2, 3, 4, 6, 7, 8, 10, 11, 12, 14]),
  ...boundaryRows.map(({ id }) => id),
];

function numbered(group: Group, numbers: readonly number[]): string[] {
  return numbers.map((number) => `${group}${number}`);
}
