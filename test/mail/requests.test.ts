import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, markDone } from "../../src/events/outbox.ts";
import { createOrganization, setOrganizationState } from "../../src/identity/organizations.ts";
import { createHuman, type NewHuman } from "../../src/identity/users/humans.ts";
import { type RequestedMail, requestMail, requestTestMail } from "../../src/identity/users/mail-requests.ts";
import { deleteUser, setUserState } from "../../src/identity/users/users.ts";
import { mailStatus } from "../../src/mail/status.ts";
import { dump } from "../support/dump.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { eventsOf, proveAddress, refusal } from "../support/identity.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

onEachEngine("asking for mails", (stage) => {
  let people = 0;
  const make = (change: Partial<NewHuman> = {}) =>
    stage.world.storage.transaction((tx) =>
      createHuman(
        tx,
        {
          organizationId: stage.world.acme.id,
          userName: `person${++people}`,
          email: `person${people}@mail.example`,
          ...change,
        },
        by,
      ),
    );
  const ask = (kind: RequestedMail, userId: string) =>
    stage.world.storage.transaction((tx) => requestMail(tx, { kind, userId }, by));
  const askTest = (to: string) => stage.world.storage.transaction((tx) => requestTestMail(tx, { to }, by));

  async function takeAll(): Promise<{ kind: string; payload: unknown }[]> {
    const items = await claim(stage.world.storage.db, 100);
    for (const item of items) await markDone(stage.world.storage.db, item);
    return items.map(({ kind, payload }) => ({ kind, payload }));
  }

  for (const [kind, type] of [
    ["invitation", "user.invited"],
    ["reset_password", "user_password.reset_requested"],
    ["verify_email", "user_email.verification_requested"],
  ] as const) {
    test(`${kind}: who and why wait in the outbox, nothing that opens an account does, and an event says it was asked for`, async () => {
      const { id } = await make();
      await ask(kind, id);
      assert.deepEqual(await takeAll(), [{ kind: `mail.${kind}`, payload: { userId: id } }]);
      assert.deepEqual((await eventsOf(stage.world.storage.db, id)).at(-1), type);
    });

    test(`${kind}: nothing is sent when the change around it did not happen`, async () => {
      const { id } = await make();
      await assert.rejects(
        stage.world.storage.transaction(async (tx) => {
          await requestMail(tx, { kind, userId: id }, by);
          throw new Error("rolled back");
        }),
      );
      assert.deepEqual(await takeAll(), []);
    });

    const cases: Record<string, () => Promise<{ id: string; message: RegExp }>> = {
      "without an address": async () => ({ ...(await make({ email: "" })), message: /no e-mail address/ }),
      "who is locked": async () => {
        const { id } = await make();
        await stage.world.storage.transaction((tx) => setUserState(tx, id, "lock", by));
        return { id, message: /is locked/ };
      },
      "who is inactive": async () => {
        const { id } = await make();
        await stage.world.storage.transaction((tx) => setUserState(tx, id, "deactivate", by));
        return { id, message: /is inactive/ };
      },
      "of an inactive organization": async () => {
        const organization = await stage.world.storage.transaction((tx) =>
          createOrganization(tx, { name: "Closed", domain: `closed-${kind.replace("_", "-")}.example` }, by),
        );
        const { id } = await make({ organizationId: organization.id });
        await stage.world.storage.transaction((tx) => setOrganizationState(tx, organization.id, "deactivate", by));
        return { id, message: /organization of this user is inactive/ };
      },
    };
    for (const [who, prepare] of Object.entries(cases)) {
      test(`${kind}: somebody ${who} is sent nothing`, async () => {
        const { id, message } = await prepare();
        const before = await dump(stage.world.storage);
        await assert.rejects(ask(kind, id), refusal("wrong_state", { message }));
        assert.deepEqual(await dump(stage.world.storage), before);
      });
    }

    test(`${kind}: nobody at all is an error`, async () => {
      const { id } = await make();
      await stage.world.storage.transaction((tx) => deleteUser(tx, id, by));
      await assert.rejects(ask(kind, id), refusal("unknown_resource"));
    });
  }

  test("somebody who has a password is not invited: an invitation lives longer than a reset may", async () => {
    const { id } = await make({ passwordHash: unjudged("hash") });
    await assert.rejects(ask("invitation", id), refusal("wrong_state", { message: /has a password already/ }));
    await ask("reset_password", id);
    assert.equal((await takeAll()).length, 1);
  });

  test("an address that was proved is not proved again; one that a manager vouches for, or nobody, is", async () => {
    const { id } = await make({ emailVerified: true });
    await ask("verify_email", id);
    assert.equal((await takeAll()).length, 1);
    await proveAddress(stage.world.storage.db, id);
    await assert.rejects(
      ask("verify_email", id),
      refusal("wrong_state", { message: /has proved the e-mail address already/ }),
    );
    await ask("verify_email", (await make({ state: "unverified" })).id);
    assert.equal((await takeAll()).length, 1);
  });

  test("a test mail goes to any address, and to nothing that is none", async () => {
    await askTest("ops@mail.example");
    assert.equal((await mailStatus(stage.world.storage.db)).waiting, 1);
    assert.deepEqual(await takeAll(), [{ kind: "mail.test", payload: { to: "ops@mail.example" } }]);
    const event = await stage.world.storage.db
      .selectFrom("events")
      .select(["detail", "resource_kind"])
      .where("type", "=", "mail.test_requested")
      .executeTakeFirstOrThrow();
    assert.deepEqual({ ...event }, { detail: '{"to":"ops@mail.example"}', resource_kind: "mail" });
    const before = await dump(stage.world.storage);
    for (const bad of ["", "ops", "ops@mail.example, eve@evil.example", "ops@mail.example\r\nBcc: eve@evil.example"]) {
      await assert.rejects(askTest(bad), refusal("invalid_input", { field: "to" }));
    }
    assert.deepEqual(await dump(stage.world.storage), before);
  });
});
