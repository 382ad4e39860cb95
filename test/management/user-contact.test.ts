import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createHuman } from "../../src/identity/users/humans.ts";
import { proveAddress } from "../support/identity.ts";
import { PASSWORD } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { eventsOf, mailsFor, makePerson } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("how a person is reached, over the API", (stage) => {
  const world = () => stage.api.idp.world;
  const users = () => `/organizations/${world().acme.id}/users`;
  const types = async (id: string) => (await eventsOf(stage, id)).map(({ type }) => type);

  test("the address is set by a call of its own; a manager may vouch for it", async () => {
    const { id, path } = await makePerson(stage, { email: "old@mail.example", emailVerified: true });
    const changed = await stage.acmeOwner.put(
      `${path}/email`,
      { email: "New@Mail.example", verified: false },
      { "if-match": '"1"' },
    );
    assert.equal(changed.status, 200, changed.body);
    assert.deepEqual(
      [changed.json.email, changed.json.emailVerified, changed.json.version],
      ["New@mail.example", false, 2],
    );
    const late = await unchanged(stage.api, () =>
      stage.acmeOwner.put(`${path}/email`, { email: "x@mail.example", verified: true }, { "if-match": '"1"' }),
    );
    assertProblem(late, 412, "changed_meanwhile");
    for (const body of [{ email: "no address", verified: true }, { email: "a@mail.example" }, { verified: true }]) {
      assertProblem(await unchanged(stage.api, () => stage.acmeOwner.put(`${path}/email`, body)), 400, "invalid_input");
    }
    const vouched = await stage.acmeOwner.put(`${path}/email`, { email: "new@mail.example", verified: true });
    assert.equal(vouched.json.emailVerified, true);
    const none = await stage.acmeOwner.put(`${path}/email`, { email: "", verified: true });
    assert.deepEqual([none.json.email, none.json.emailVerified], ["", false]);
    assert.deepEqual(await types(id), [
      "user.created",
      "user_email.changed",
      "user_email.changed",
      "user_email.changed",
    ]);
  });

  test("who registered and waits for a mail becomes active when a manager vouches for the address", async () => {
    const { storage } = stage.api.idp.node.services;
    const input = {
      organizationId: world().acme.id,
      userName: "waits",
      email: "waits@mail.example",
      state: "unverified",
    } as const;
    const { id } = await storage.transaction((tx) => createHuman(tx, input, by));
    const other = await stage.acmeOwner.put(`/users/${id}/email`, { email: "typo@mail.example", verified: false });
    assert.equal(other.json.state, "unverified");
    const vouched = await stage.acmeOwner.put(`/users/${id}/email`, { email: "waits@mail.example", verified: true });
    assert.deepEqual([vouched.json.state, vouched.json.emailVerified], ["active", true]);
    assert.deepEqual(await types(id), ["user.created", "user_email.changed", "user_email.changed", "user.verified"]);
  });

  test("invitations and verification mails are sent to those for whom they make sense", async () => {
    const { id, path } = await makePerson(stage, { email: "mails@mail.example" });
    const [invited, sent] = [
      await stage.acmeOwner.post(`${path}/invite`),
      await stage.acmeOwner.post(`${path}/send-email-verification`),
    ];
    assert.deepEqual([invited.status, sent.status, invited.body], [204, 204, ""]);
    assert.deepEqual(await mailsFor(stage, id), ["mail.invitation", "mail.verify_email"]);
    assert.deepEqual(await types(id), ["user.created", "user.invited", "user_email.verification_requested"]);

    const noAddress = await makePerson(stage);
    const verified = await makePerson(stage, {
      email: "verified@mail.example",
      emailVerified: true,
      password: PASSWORD,
    });
    assert.equal(
      (await stage.acmeOwner.post(`${verified.path}/send-email-verification`)).status,
      204,
      "a manager's word is no proof",
    );
    await proveAddress(stage.api.idp.node.services.storage.db, verified.id);
    const locked = await makePerson(stage, { email: "locked@mail.example" });
    await stage.acmeOwner.post(`${locked.path}/lock`);
    for (const call of [
      `${noAddress.path}/invite`,
      `${noAddress.path}/send-email-verification`,
      `${verified.path}/invite`,
      `${verified.path}/send-email-verification`,
      `${locked.path}/invite`,
    ]) {
      assertProblem(await unchanged(stage.api, () => stage.acmeOwner.post(call)), 409, "wrong_state");
    }
  });

  test("an invitation goes out with the person who is made, or neither is there", async () => {
    const made = await stage.acmeOwner.post(users(), {
      userName: "invited",
      email: "invited@mail.example",
      invite: true,
    });
    assert.equal(made.status, 201, made.body);
    assert.deepEqual(await types(made.json.id), ["user.created", "user.invited"]);
    assert.deepEqual(await mailsFor(stage, made.json.id), ["mail.invitation"]);
    for (const [body, field] of [
      [{ invite: true }, "email"],
      [{ invite: true, email: "" }, "email"],
      [{ invite: true, email: "both@mail.example", password: PASSWORD }, "invite"],
      [{ passwordChangeRequired: true }, "passwordChangeRequired"],
    ] as const) {
      const answer = await unchanged(stage.api, () =>
        stage.acmeOwner.post(users(), { userName: "not-invited", ...body }),
      );
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, field);
    }
    const quiet = await makePerson(stage, { email: "quiet@mail.example", invite: false });
    assert.deepEqual(await mailsFor(stage, quiet.id), []);
  });

  test("asking for the same person again by the same key makes one, and one mail", async () => {
    const body = { userName: "once", email: "once@mail.example", invite: true };
    const key = { "idempotency-key": "make-once" };
    const first = await stage.acmeOwner.post(users(), body, key);
    const again = await unchanged(stage.api, () => stage.acmeOwner.post(users(), body, key));
    assert.deepEqual([again.status, again.json, again.headers["idempotency-replayed"]], [201, first.json, "true"]);
    assert.deepEqual(await mailsFor(stage, first.json.id), ["mail.invitation"]);
  });

  test("the mail room is woken when the request for a mail is there to be found, and only then", async () => {
    const { mail } = stage.api.idp.node.services;
    const found: Promise<string[]>[] = [];
    let id = "";
    const wake = mock.method(mail, "wake", () => void found.push(mailsFor(stage, id)));
    try {
      const person = await makePerson(stage, { email: "woken@mail.example", password: PASSWORD });
      id = person.id;
      assert.equal(wake.mock.callCount(), 0);
      assertProblem(await stage.acmeOwner.post(`${person.path}/invite`), 409, "wrong_state");
      assert.equal(wake.mock.callCount(), 0);
      assert.equal((await stage.acmeOwner.post(`${person.path}/send-email-verification`)).status, 204);
      assert.equal((await stage.acmeOwner.post(`${person.path}/send-password-reset`)).status, 204);
      assert.deepEqual(await Promise.all(found), [["mail.verify_email"], ["mail.verify_email", "mail.reset_password"]]);
      await makePerson(stage, { email: "also@mail.example", invite: true });
      assert.equal(wake.mock.callCount(), 3);
    } finally {
      wake.mock.restore();
    }
  });
});
