/** People from before it was kept who has proved an address: what the audit log shows counts, and nothing else does. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { By } from "../../src/identity/resource.ts";
import { changeEmail, createHuman, findHuman, type NewHuman } from "../../src/identity/users/humans.ts";
import { whoIsMeant } from "../../src/identity/users/login-names.ts";
import { prepareMailLink, setPasswordByLink, verifyEmail } from "../../src/identity/users/mail-links.ts";
import { searchUsers } from "../../src/identity/users/search.ts";
import { sweeps } from "../../src/services.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { type Idp, startIdp } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { copyToFormerSchema } from "./former-schema.ts";

const themselves = (id: string): By => ({ actor: { kind: "user", id } });

for (const engine of engines) {
  describe(`people from before, on ${engine.name}`, () => {
    let old: Idp;
    let former: TestDatabase;
    let node: TestNode | undefined;
    before(async () => {
      old = await startIdp(engine);
      former = await engine.fresh("empty");
    });
    after(async () => {
      await node?.close();
      await former?.drop();
      await old?.close();
    });

    test("have proved what the log says they did, hold no name that they never got, and are found by it once their words are written", async () => {
      const { storage } = old.node.services;
      const run = storage.transaction.bind(storage);
      const make = async (userName: string, more: Partial<NewHuman> = {}) =>
        (
          await run((tx) =>
            createHuman(
              tx,
              { organizationId: old.world.acme.id, userName, email: `${userName}@far.example`, ...more },
              by,
            ),
          )
        ).id;
      const useLink = async (id: string, purpose: "verify_email" | "reset_password") => {
        const link = await prepareMailLink(storage.db, id, purpose);
        assert.ok(link);
        await run((tx) =>
          purpose === "verify_email"
            ? verifyEmail(tx, link, themselves(id))
            : setPasswordByLink(tx, link, unjudged("hash"), themselves(id)),
        );
      };
      const people = {
        verified: await make("verified"),
        reset: await make("reset"),
        vouched: await make("vouched", { emailVerified: true }),
        byThemselves: await make("by-themselves"),
        movedOn: await make("moved-on"),
        unfinished: await make("squatter", { state: "unverified" }),
      };
      await useLink(people.verified, "verify_email");
      await useLink(people.reset, "reset_password");
      // A manager who gives themselves somebody's address, over the management API.
      await run((tx) =>
        changeEmail(
          tx,
          people.byThemselves,
          { email: "victim@far.example", standing: "vouched" },
          themselves(people.byThemselves),
        ),
      );
      await useLink(people.movedOn, "verify_email");
      await run((tx) =>
        changeEmail(tx, people.movedOn, { email: "second-victim@far.example", standing: "vouched" }, by),
      );

      await copyToFormerSchema(storage, former.url, 7);
      node = await startTestNode({
        engine: { name: engine.name, fresh: async () => ({ ...former, drop: async () => {} }) },
        environment: { SIGNET_MASTER_KEY: old.node.masterKey },
      });
      const { db } = node.services.storage;
      const proven = await Promise.all(
        Object.entries(people).map(async ([name, id]) => {
          const human = await findHuman(db, id);
          return [name, human?.emailVerified, human?.emailProven];
        }),
      );
      assert.deepEqual(proven, [
        ["verified", true, true],
        ["reset", true, true],
        ["vouched", true, false],
        ["byThemselves", true, false],
        ["movedOn", true, false],
        ["unfinished", false, false],
      ]);
      // They sign in with it where the request names their organization.
      const ids = async (...asked: Parameters<typeof whoIsMeant>) =>
        (await whoIsMeant(...asked)).map(({ userId }) => userId);
      assert.deepEqual(await ids(db, "vouched@far.example", { ownerId: old.world.acme.id }), [people.vouched]);
      assert.deepEqual(await ids(db, "vouched@far.example"), []);
      assert.deepEqual(await ids(db, "victim@far.example"), []);
      assert.deepEqual(await ids(db, "verified@far.example"), [people.verified]);
      assert.equal((await findHuman(db, people.unfinished))?.userName, `unfinished-${people.unfinished}`);

      const search = { query: "moved", searched: "shown", organizationId: old.world.acme.id, limit: 5 } as const;
      await sweepOnce(db, sweeps);
      assert.deepEqual(
        (await searchUsers(db, search)).found.map(({ userId }) => userId),
        [people.movedOn],
      );
      assert.deepEqual((await searchUsers(db, { ...search, query: "second-victim" })).found, []);
    });
  });
}
