import assert from "node:assert/strict";
import { test } from "node:test";
import { changeEmail } from "../../src/identity/users/humans.ts";
import { requestMail } from "../../src/identity/users/mail-requests.ts";
import { readPassword, setPassword } from "../../src/identity/users/passwords.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { contentOf } from "../support/content.ts";
import { eventsOf } from "../support/identity.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { choose, HOUR, isOver, NEW_PASSWORD, onEachMailStage, ticketOf } from "./mail-stage.ts";

onEachMailStage("what links in mails do not do", (stage) => {
  const { run, make, withPassword, mailTo, canSignIn } = stage;

  for (const kind of ["invitation", "reset_password", "verify_email"] as const) {
    test(`${kind}: opening the link changes nothing, however often a mail scanner does it`, async () => {
      const person = await make();
      const { link } = await mailTo(person, kind);
      const before = await contentOf(stage.idp.world.storage);
      for (let i = 0; i < 3; i++) assert.equal((await stage.idp.browser().visit(link)).status, 200);
      const { pathname, search } = new URL(link);
      const head = await stage.idp.node.app.inject({
        method: "HEAD",
        url: pathname + search,
        headers: { host: "localhost:8080" },
      });
      assert.equal(head.statusCode, 200);
      assert.deepEqual(await contentOf(stage.idp.world.storage), before);
      const browser = stage.idp.browser();
      assert.equal((await choose(browser, await browser.visit(link))).status, 200);
    });

    test(`${kind}: of twenty who send the form at once, one wins`, async () => {
      const person = await make();
      const { link } = await mailTo(person, kind);
      const page = await stage.idp.browser().visit(link);
      const forms = Array.from({ length: 20 }, (_, i) => choose(stage.idp.browser(), page, `${NEW_PASSWORD} ${i}`));
      const answers = await Promise.all(forms);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 400)]);
      const types = await eventsOf(stage.idp.world.storage.db, person.id);
      const used = kind === "verify_email" ? "user_email.verified" : "user_password.reset";
      assert.equal(types.filter((type) => type === used).length, 1);
      const won = answers.findIndex(({ status }) => status === 200);
      if (kind !== "verify_email") assert.equal(await canSignIn(person.loginName, `${NEW_PASSWORD} ${won}`), true);
    });

    test(`${kind}: a link that was changed, cut short or is of another kind opens nothing, and says the same as one that is over`, async () => {
      const person = await make();
      const { link } = await mailTo(person, kind);
      const before = await contentOf(stage.idp.world.storage);
      const ticket = ticketOf(link);
      const session = stage.idp.node.services.tickets.seal(
        { name: "login-request", prefix: "sgl_", longest: 8192 },
        { u: person.id },
      );
      const over = await stage.idp.browser().visit(`/login/mail?link=${ticket.slice(0, -1)}`);
      for (const bad of ["", ticket.slice(0, -1), `${ticket}A`, ticket.replace("sgm_", "sga_"), session, "sgm_"]) {
        const page = await stage.idp.browser().visit(`/login/mail?link=${encodeURIComponent(bad)}`);
        isOver(page);
        assert.equal(withoutAddress(page.body), withoutAddress(over.body));
        isOver(await stage.idp.browser().request("POST", "/login/mail", { link: bad, password: NEW_PASSWORD }));
      }
      isOver(await stage.idp.browser().visit("/login/mail"));
      isOver(await stage.idp.browser().request("POST", "/login/mail", {}));
      assert.deepEqual(await contentOf(stage.idp.world.storage), before);
    });

    test(`${kind}: dies when the address changes, and nothing changes`, async () => {
      const person = await make();
      const { link } = await mailTo(person, kind);
      const page = await stage.idp.browser().visit(link);
      await run((tx) => changeEmail(tx, person.id, { email: `new-${person.email}`, standing: "unverified" }, by));
      const before = await contentOf(stage.idp.world.storage);
      isOver(await stage.idp.browser().visit(link));
      isOver(await choose(stage.idp.browser(), page));
      assert.deepEqual(await contentOf(stage.idp.world.storage), before);
    });

    for (const verb of ["lock", "deactivate"] as const) {
      test(`${kind}: is worth nothing to somebody whom a manager shut out (${verb})`, async () => {
        const person = await make();
        const { link } = await mailTo(person, kind);
        const page = await stage.idp.browser().visit(link);
        await run((tx) => setUserState(tx, person.id, verb, by));
        const before = await contentOf(stage.idp.world.storage);
        isOver(await stage.idp.browser().visit(link));
        isOver(await choose(stage.idp.browser(), page));
        assert.deepEqual(await contentOf(stage.idp.world.storage), before);
      });
    }
  }

  for (const kind of ["invitation", "reset_password"] as const) {
    test(`${kind}: dies when the password is set another way`, async () => {
      const person = await make();
      const { link } = await mailTo(person, kind);
      const page = await stage.idp.browser().visit(link);
      await run((tx) => setPassword(tx, person.id, { hash: unjudged("a manager's"), changeRequired: false }, by));
      isOver(await stage.idp.browser().visit(link));
      isOver(await choose(stage.idp.browser(), page));
      assert.equal((await readPassword(stage.idp.world.storage.db, person.id))?.hash, "a manager's");
    });

    test(`${kind}: a password that is refused does not spend the link, and what is wrong stands at the field`, async () => {
      const person = await make();
      await run((tx) =>
        setPolicyFreely(
          tx,
          "password",
          { organizationId: stage.idp.world.acme.id, settings: { minLength: 10, checkCommon: true } },
          by,
        ),
      );
      const { link } = await mailTo(person, kind);
      const browser = stage.idp.browser();
      const page = await browser.visit(link);
      assert.match(page.body, /At least 10 characters\./);
      const before = await contentOf(stage.idp.world.storage);
      for (const [password, problem] of [
        ["", /at least 10 characters/],
        ["123456789", /at least 10 characters/],
        ["😀😀😀😀😀", /at least 10 characters/],
        ["x".repeat(257), /at most 256 characters/],
        ["é".repeat(5_000), /at most 256 characters/],
        ["Qwertyuiop", /easy to guess/],
        ["1234567890", /easy to guess/],
        [person.loginName.toUpperCase(), /like your name or address/],
        [person.email, /like your name or address/],
      ] as const) {
        const refused = await choose(browser, page, password);
        assert.equal(refused.status, 400, password.slice(0, 20));
        assert.match(
          /<p class="field-error" id="password-problem" role="alert">(.*?)<\/p>/.exec(refused.body)?.[1] ?? "",
          problem,
        );
        assert.match(refused.body, /aria-describedby="password-problem password-hint"/);
        if (password !== "") assert.ok(!refused.body.includes(`value="${password}"`) || password === person.loginName);
      }
      assert.deepEqual(await contentOf(stage.idp.world.storage), before);
      assert.equal((await choose(browser, await choose(browser, page, "short"))).status, 200);
      assert.equal(await canSignIn(person.loginName, NEW_PASSWORD), true);
      await run((tx) =>
        setPolicyFreely(
          tx,
          "password",
          { organizationId: stage.idp.world.acme.id, settings: { minLength: 8, checkCommon: false } },
          by,
        ),
      );
      const another = await make();
      const again = await mailTo(another, kind);
      assert.equal(
        (await choose(browser, await browser.visit(again.link), "12345678")).status,
        200,
        "where the policy allows it",
      );
      await run((tx) =>
        setPolicyFreely(
          tx,
          "password",
          { organizationId: stage.idp.world.acme.id, settings: { minLength: 8, checkCommon: true } },
          by,
        ),
      );
    });
  }

  test("a second reset mail leaves the first link working, until one of them is used", async () => {
    const person = await withPassword();
    const first = await mailTo(person, "reset_password");
    const second = await mailTo(person, "reset_password");
    assert.notEqual(first.link, second.link);
    const browser = stage.idp.browser();
    assert.equal((await browser.visit(first.link)).status, 200);
    assert.equal((await choose(browser, await browser.visit(second.link))).status, 200);
    isOver(await browser.visit(first.link));
  });

  test("a link is opened at the login host, whatever Host a request names", async () => {
    const { pathname, search, origin } = new URL((await mailTo(await make(), "invitation")).link);
    assert.equal(origin, stage.idp.issuer);
    const answer = await stage.idp.node.app.inject({ url: pathname + search, headers: { host: "evil.example" } });
    assert.deepEqual([answer.statusCode, answer.headers.location], [302, `${stage.idp.issuer}${pathname}${search}`]);
  });

  test("neither the outbox, nor the database, nor the log ever holds a link, an address or a password", async () => {
    const person = await make({ email: "very-private@mail.example" });
    const { link } = await mailTo(person, "invitation");
    const ticket = ticketOf(link);
    const browser = stage.idp.browser();
    await choose(browser, await browser.visit(link));
    const stored = JSON.stringify(await contentOf(stage.idp.world.storage));
    assert.ok(!stored.includes(ticket.slice(4, 40)));
    assert.ok(!stored.includes(NEW_PASSWORD));
    const logged = stage.idp.node.lines.join("");
    assert.match(logged, /a mail was sent/);
    for (const secret of ["sgm_", "very-private", NEW_PASSWORD, stage.server.url])
      assert.ok(!logged.includes(secret), secret);
  });

  test("links die of age: a reset after an hour, an invitation and a verification after three days", async () => {
    const person = await make();
    const [reset, invitation, verification] = [
      await mailTo(person, "reset_password"),
      await mailTo(person, "invitation"),
      await mailTo(person, "verify_email"),
    ];
    const form = await stage.idp.browser().visit(reset.link);
    await stage.idp.node.database.advance(HOUR - 60_000);
    assert.equal((await stage.idp.browser().visit(reset.link)).status, 200);
    await stage.idp.node.database.advance(120_000);
    isOver(await stage.idp.browser().visit(reset.link));
    isOver(await choose(stage.idp.browser(), form));
    await stage.idp.node.database.advance(71 * HOUR - 180_000);
    for (const { link } of [invitation, verification])
      assert.equal((await stage.idp.browser().visit(link)).status, 200);
    await stage.idp.node.database.advance(300_000);
    for (const { link } of [invitation, verification]) {
      isOver(await stage.idp.browser().visit(link));
      isOver(
        await stage.idp.browser().request("POST", "/login/mail", { link: ticketOf(link), password: NEW_PASSWORD }),
      );
    }
    assert.equal((await readPassword(stage.idp.world.storage.db, person.id))?.hash, null);
  });

  test("a mail that nobody needs any more is not sent", async () => {
    const person = await make();
    const seen = stage.server.mails.length;
    await run(async (tx) => {
      await requestMail(tx, { kind: "invitation", userId: person.id }, by);
      await setUserState(tx, person.id, "deactivate", by);
    });
    await stage.idp.node.services.mail.flush();
    assert.equal(stage.server.mails.length, seen);
    assert.deepEqual(await stage.idp.world.storage.db.selectFrom("outbox").select("id").execute(), []);
  });
});

/** The choice of a language leads back to where one is. */
function withoutAddress(body: string): string {
  return body.replaceAll(/<input type="hidden" name="link" value="[^"]*">/g, "");
}
