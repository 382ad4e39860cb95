/** The tests of one group's rows, on one Signet of their own. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Group, groups, rows } from "./rows.ts";

export type Checks<Stage> = Readonly<Record<string, (stage: Stage) => Promise<void> | void>>;

interface Closable {
  close(): Promise<void>;
}

export function holdGroup<Stage extends Closable>(
  group: Group,
  open: () => Promise<Stage>,
  checks: Checks<Stage>,
): void {
  const own = rows.filter(({ id }) => id.startsWith(group));
  describe(`the catalogue's group ${group}`, () => {
    let stage: Stage | undefined;
    before(async () => {
      stage = await open();
    });
    after(() => stage?.close());

    for (const { id, says } of own) {
      const check = checks[id];
      if (check === undefined) continue;
      test(`${id}: ${says}`, async () => {
        assert.ok(stage);
        await check(stage);
      });
    }

    test(`every row of group ${group} is tested in ${groups[group]} or says where it is or why not, and no row has two of these`, () => {
      const reasons = own.flatMap(({ id, elsewhere, notOurs }) =>
        [elsewhere, notOurs].flatMap((one) => (one ? [id] : [])),
      );
      assert.deepEqual([...Object.keys(checks), ...reasons].toSorted(), own.map(({ id }) => id).toSorted());
    });
  });
}
