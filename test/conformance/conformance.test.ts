/** One test for every row that is ours, in the plans it belongs to, and at the end how many hold. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { authorizationRequestChecks } from "./authorization-requests.ts";
import { authorizationResponseChecks } from "./authorization-responses.ts";
import { clientAuthenticationChecks } from "./client-authentication.ts";
import { discoveryChecks } from "./discovery.ts";
import { idTokenChecks } from "./id-token.ts";
import { keyChecks } from "./keys.ts";
import { logoutChecks } from "./logout.ts";
import { everyPlan, type Plan } from "./plans.ts";
import { redirectUriChecks } from "./redirect-uris.ts";
import { refreshChecks } from "./refresh.ts";
import { everyId, rows } from "./rows.ts";
import { sessionChecks } from "./sessions.ts";
import { type Check, openStage, type Stage } from "./stage.ts";
import { tokenEndpointChecks } from "./token-endpoint.ts";
import { userinfoChecks } from "./userinfo.ts";

const checks: readonly Check[] = [
  ...discoveryChecks,
  ...keyChecks,
  ...authorizationResponseChecks,
  ...authorizationRequestChecks,
  ...redirectUriChecks,
  ...sessionChecks,
  ...tokenEndpointChecks,
  ...clientAuthenticationChecks,
  ...idTokenChecks,
  ...userinfoChecks,
  ...refreshChecks,
  ...logoutChecks,
];

describe("conformance", () => {
  const stages = new Map<Plan, Stage>();
  const held = new Set<string>();
  before(async () => {
    const opened = await Promise.all(everyPlan.map(openStage));
    for (const stage of opened) stages.set(stage.plan, stage);
  });
  after(async () => {
    for (const { idp } of stages.values()) await idp.close();
  });

  for (const { id, says } of rows) {
    const found = checks.find((candidate) => candidate.id === id);
    if (found === undefined) continue;
    // Each plan has a server of its own, so they need not wait for each other.
    test(`${id}: ${says}`, { concurrency: true }, async (t) => {
      let plansThatHold = 0;
      const inPlan = (plan: Plan) =>
        t.test(plan.name, async () => {
          const stage = stages.get(plan);
          assert.ok(stage);
          await found.run(stage);
          plansThatHold++;
        });
      await Promise.all(found.plans.map(inPlan));
      if (plansThatHold === found.plans.length) held.add(id);
    });
  }

  test("every row has a check or a reason, and no row has both", () => {
    assert.deepEqual(
      rows.map(({ id }) => id),
      everyId,
    );
    const checked = checks.map(({ id }) => id);
    assert.equal(new Set(checked).size, checked.length, "one check a row");
    const notOurs = rows.flatMap(({ id, notOurs: reason }) => (reason === undefined ? [] : [id]));
    assert.deepEqual([...checked, ...notOurs].toSorted(), [...everyId].toSorted());
    console.log(`${held.size} of ${checked.length} rows hold`);
  });
});
