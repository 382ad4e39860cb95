/**
 * Whose account an address leads to. The attacker here is a tenant: somebody who may do anything in an organization of
 * their own, vouches there for addresses of others, and calls people as they like.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { changeOrganization, createOrganization, type Organization } from "../../src/identity/organizations.ts";
import { createProject } from "../../src/identity/projects.ts";
import { createHuman, type Human, type NewHuman, readHuman } from "../../src/identity/users/humans.ts";
import { prepareMailLink, verifyEmail } from "../../src/identity/users/mail-links.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { comparisonsFor } from "../../src/people/sign-in/compare-password.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { proveAddress, refusal } from "../support/identity.ts";
import { answerOf, authorizeUrl, basic, CALLBACK, PASSWORD, post, type Registered, signInAs } from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by, settings } from "../support/world.ts";
import { type MailStage, NEW_PASSWORD, onEachMailStage } from "./mail-stage.ts";
import {
  allowRegistration,
  chooseFirst,
  forgetThrottling,
  isIn,
  mailsNow,
  registrationMail,
  sendForm,
  typeCode,
} from "./registration-stage.ts";

const CHOOSE = "/login/password/account";
const EVIL_PASSWORD = "the password of the attacker";

let tenants = 0;

/** An organization, with an application that everybody may sign in at, and people in it. */
class Tenant {
  readonly #stage: MailStage;
  readonly organization: Organization;
  readonly client: Registered;

  private constructor(stage: MailStage, organization: Organization, client: Registered) {
    this.#stage = stage;
    this.organization = organization;
    this.client = client;
  }

  static async make(stage: MailStage, domain = `tenant${++tenants}.example`): Promise<Tenant> {
    return stage.run(async (tx) => {
      const organization = await createOrganization(tx, { name: `Tenant of ${domain}`, domain }, by);
      const project = { organizationId: organization.id, name: "Open", projectCheck: false };
      const { id: projectId } = await createProject(tx, project, by);
      const made = await createApplication(tx, { projectId, settings: settings("web", { authMethod: "basic" }) }, by);
      return new Tenant(stage, organization, { application: made.application, secret: made.secret ?? "" });
    });
  }

  async person(
    userName: string,
    { password = PASSWORD, ...more }: Partial<NewHuman> & { password?: string } = {},
  ): Promise<Human> {
    const passwordHash = unjudged(await this.#stage.idp.node.services.passwords.hash(password, signetItself));
    return this.#stage.run((tx) =>
      createHuman(tx, { organizationId: this.organization.id, userName, passwordHash, ...more }, by),
    );
  }

  async proven(userName: string, email: string, password?: string): Promise<Human> {
    const { id } = await this.person(userName, { email, ...(password === undefined ? {} : { password }) });
    const { db } = this.#stage.idp.world.storage;
    await proveAddress(db, id);
    return readHuman(db, id);
  }
}

onEachMailStage("whose account an address leads to", (stage) => {
  /** Somebody types this at the account pages, which are of no organization, or at an application. */
  async function come(
    typed: string,
    password: string,
    { client, scope = "openid profile email" }: { client?: Registered; scope?: string } = {},
  ) {
    await forgetThrottling(stage);
    const browser = stage.idp.browser();
    const begun =
      client === undefined ? `${stage.idp.issuer}/account` : authorizeUrl(stage.idp, { client, parameters: { scope } });
    return { browser, page: await signInAs(browser, await browser.visit(begun), typed, password) };
  }

  const isWrong = ({ status, body }: PageSeen) => status === 401 && body.includes("don&#39;t match");

  /** Whose login session there is in the browser now. */
  async function whoIsIn(browser: Browser): Promise<string | undefined> {
    const page = await browser.visit(`${stage.idp.issuer}/account`);
    return /<bdi>([^<]+@[^<]+)<\/bdi>/.exec(page.body)?.[1];
  }

  test("a tenant who vouches for somebody's address neither gets their sign-ins nor keeps them out", async () => {
    const [home, evil] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "victim@far.example";
    const victim = await home.proven("victim", email);
    for (const name of ["one", "two", "three", "four"]) {
      await evil.person(name, { email, emailVerified: true, password: EVIL_PASSWORD });
    }
    for (const client of [undefined, home.client]) {
      const { browser, page } = await come(email, PASSWORD, client === undefined ? {} : { client });
      assert.ok(!isWrong(page), page.url);
      if (client === undefined) assert.equal(await whoIsIn(browser), victim.loginName);
    }
    // With a password of their own the tenant gets nowhere but at home.
    for (const client of [undefined, home.client]) {
      const { page } = await come(email, EVIL_PASSWORD, client === undefined ? {} : { client });
      assert.ok(isWrong(page), page.url);
    }
  });

  test("nobody guesses at somebody's password by way of an account of their own with the same address", async () => {
    const [home, evil] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "guessed@far.example";
    await home.proven("guessed", email);
    await evil.person("puppet", { email, emailVerified: true, password: EVIL_PASSWORD });
    // Where the tenant's word counts it leads to the tenant's account alone, also with the right password of the other.
    const { page } = await come(email, PASSWORD, { client: evil.client });
    assert.ok(isWrong(page), page.url);
    assert.ok(!isWrong((await come(email, EVIL_PASSWORD, { client: evil.client })).page));
  });

  test("whether somebody has an address is not told by an account of one's own with it", async () => {
    const [home, evil] = [await Tenant.make(stage), await Tenant.make(stage)];
    await home.proven("there", "there@far.example");
    const seen: boolean[] = [];
    for (const email of ["there@far.example", "nobody-there@far.example"]) {
      await evil.person(email.startsWith("there") ? "one" : "two", {
        email,
        emailVerified: true,
        password: EVIL_PASSWORD,
      });
      for (let n = 0; n < 6; n++) await come(email, "wrong", {});
      seen.push(isWrong((await come(email, EVIL_PASSWORD, { client: evil.client })).page));
    }
    assert.deepEqual(seen, [false, false]);
  });

  test("who is only vouched for signs in with the address at their own organization's applications, and nowhere else", async () => {
    const [home, elsewhere] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "vouched@far.example";
    const person = await home.person("vouched", { email, emailVerified: true });
    assert.ok(isIn((await come(email, PASSWORD, { client: home.client })).page));
    const bound = `openid urn:service:iam:org:id:${home.organization.id}`;
    assert.ok(!isWrong((await come(email, PASSWORD, { client: elsewhere.client, scope: bound })).page));
    for (const client of [undefined, elsewhere.client]) {
      const refused = await come(email, PASSWORD, client === undefined ? {} : { client });
      const unknown = await come("vacant@far.example", PASSWORD, client === undefined ? {} : { client });
      assert.ok(isWrong(refused.page));
      assert.equal(alike(refused.page, email), alike(unknown.page, "vacant@far.example"), "as if there were nobody");
    }
    // The link in the mail makes it theirs everywhere.
    const link = await prepareMailLink(stage.idp.world.storage.db, person.id, "verify_email");
    assert.ok(link);
    await stage.run((tx) => verifyEmail(tx, link, by));
    assert.ok(!isWrong((await come(email, PASSWORD)).page));
  });

  test("a forgotten password of a vouched address sends nothing from elsewhere, and of a proven one only to its owner", async () => {
    const [home, evil] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "forgetful@far.example";
    const vouched = await evil.person("vouched", { email, emailVerified: true });
    const forget = async (client: Registered | undefined) => {
      await forgetThrottling(stage);
      await mailsNow(stage);
      const browser = stage.idp.browser();
      const begun = client === undefined ? `${stage.idp.issuer}/account` : authorizeUrl(stage.idp, { client });
      const page = await browser.visit(begun);
      const asked = await browser.visit(page.url.replace("/login?", "/login/forgot?"));
      const sent = await browser.submit(asked, { loginName: email }, "/login/forgot");
      assert.match(sent.body, /Check your mail|on its way/i);
      return (await mailsNow(stage)).map(({ text }) => text);
    };
    assert.deepEqual(await forget(undefined), []);
    assert.deepEqual(await forget(home.client), []);
    const own = await forget(evil.client);
    assert.equal(own.length, 1);
    assert.ok(String(own[0]).includes(vouched.loginName), own[0] ?? "");
    const owner = await home.proven("owner", email);
    const [mail, ...more] = await forget(home.client);
    assert.deepEqual(more, []);
    assert.ok(String(mail).includes(owner.loginName), mail ?? "");
  });

  test("of several who proved one address, the password tells who is meant; if it fits several, they choose", async () => {
    const [one, two] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "several@far.example";
    const first = await one.proven("first", email);
    const second = await two.proven("second", email, NEW_PASSWORD);
    for (const [human, password] of [
      [first, PASSWORD],
      [second, NEW_PASSWORD],
    ] as const) {
      const { browser } = await come(email, password);
      assert.equal(await whoIsIn(browser), human.loginName);
    }
    assert.ok(isWrong((await come(email, EVIL_PASSWORD)).page));
    const third = await two.proven("third", email);
    const { browser, page } = await come(email, PASSWORD);
    assert.equal(new URL(page.url).pathname, CHOOSE);
    assert.ok(page.body.includes(first.loginName) && page.body.includes(third.loginName));
    assert.ok(page.body.includes(one.organization.name) && page.body.includes(two.organization.name));
    assert.ok(
      !page.body.includes(second.loginName) && !page.body.includes(second.id),
      "only those that were proved in this step",
    );
    assert.equal(await signedIn(browser), false, "nothing is decided yet");
    // Somebody whom the password was not right for cannot be put in.
    for (const user of [second.id, "", stage.idp.world.ada.id]) {
      assert.match(
        (await browser.submit(page, { user }, CHOOSE)).body,
        /cannot continue|can&#39;t continue|Start again/i,
      );
      assert.equal(await signedIn(browser), false);
    }
    // Nor does the page work in another browser.
    assert.equal(await signedIn(stage.idp.browser()), false);
    assert.doesNotMatch((await stage.idp.browser().visit(page.url)).body, new RegExp(first.id));
    await browser.submit(page, { user: third.id }, CHOOSE);
    assert.equal(await whoIsIn(browser), third.loginName);
    // The organization of the request decides.
    const { page: decided } = await come(email, PASSWORD, { client: one.client });
    assert.ok(isIn(decided), decided.url);
  });

  test("a password that is changed while they choose is worth nothing, and who is locked out is not offered", async () => {
    const [one, two] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "meanwhile@far.example";
    const [first, second, third] = [
      await one.proven("first", email),
      await two.proven("second", email),
      await two.proven("third", email),
    ];
    const { db } = stage.idp.world.storage;
    const { browser, page } = await come(email, PASSWORD);
    await db
      .updateTable("humans")
      .set((eb) => ({ password_version: eb("password_version", "+", 1) }))
      .where("user_id", "=", first.id)
      .execute();
    await db.updateTable("users").set({ state: "locked" }).where("id", "=", second.id).execute();
    for (const user of [first.id, second.id]) {
      await browser.submit(page, { user }, CHOOSE);
      assert.equal(await signedIn(browser), false);
    }
    await browser.submit(page, { user: third.id }, CHOOSE);
    assert.equal(await whoIsIn(browser), third.loginName);
  });

  test("an address of several people looks like one of one, and like nobody's", async () => {
    const [one, two] = [await Tenant.make(stage), await Tenant.make(stage)];
    for (const [tenant, email] of [
      [one, "single@far.example"],
      [one, "shared@far.example"],
      [two, "shared@far.example"],
    ] as const) {
      await tenant.proven(email.replace("@", "-"), email);
    }
    const pages: string[] = [];
    for (const email of ["single@far.example", "shared@far.example", "spare1@far.example"]) {
      const { page } = await come(email, EVIL_PASSWORD);
      pages.push(alike(page, email));
      // Slowed down alike, too.
      const browser = stage.idp.browser();
      const begun = await browser.visit(`${stage.idp.issuer}/account`);
      let slowed = 0;
      await forgetThrottling(stage);
      while ((await signInAs(browser, begun, email, EVIL_PASSWORD)).status === 401) slowed++;
      pages.push(String(slowed));
    }
    assert.deepEqual(new Set(pages).size, 2, pages.join("\n"));
  });

  test("how many passwords are compared follows from the name, for known and unknown ones alike", () => {
    const { secret } = stage.idp.node.services.ring.ticketRoot();
    const counts = Array.from({ length: 20_000 }, (_, i) => comparisonsFor(`name${i}@far.example`, secret));
    assert.deepEqual(new Set(counts), new Set([1, 2, 3]));
    const several = counts.filter((count) => count > 1).length;
    assert.ok(several > 800 && several < 1_800, String(several));
    assert.equal(comparisonsFor("name7@far.example", secret), counts[7], "asking again tells nothing");
  });

  test("an attempt at an address of several people counts for each of them", async () => {
    const [one, two] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "counted@far.example";
    const people = [await one.proven("counted", email), await two.proven("counted", email)];
    await come(email, EVIL_PASSWORD);
    const { db } = stage.idp.world.storage;
    const rows = await db.selectFrom("proof_attempts").select(["subject", "count"]).execute();
    for (const { id } of people) assert.ok(rows.some(({ subject, count }) => subject.includes(id) && count === 1));
  });

  test("who signs in often keeps nobody with the same address waiting, and gets no new guesses at them by it", async () => {
    const [one, two] = [await Tenant.make(stage), await Tenant.make(stage)];
    const email = "often@far.example";
    const first = await one.proven("often", email);
    const second = await two.proven("often", email, NEW_PASSWORD);
    const { db } = stage.idp.world.storage;
    await forgetThrottling(stage);
    const enter = async (password: string) => {
      const browser = stage.idp.browser();
      return signInAs(browser, await browser.visit(`${stage.idp.issuer}/account`), email, password);
    };
    const countsOf = async ({ id }: Human) => {
      const rows = await db
        .selectFrom("proof_attempts")
        .select("count")
        .where("subject", "=", `user:${id}:password`)
        .execute();
      return rows[0]?.count ?? 0;
    };
    for (let n = 0; n < 12; n++) assert.ok(!isWrong(await enter(PASSWORD)));
    assert.deepEqual([await countsOf(first), await countsOf(second)], [0, 0]);
    for (let n = 1; n <= 3; n++) {
      assert.ok(isWrong(await enter(EVIL_PASSWORD)));
      assert.ok(!isWrong(await enter(PASSWORD)));
      assert.deepEqual(
        [await countsOf(first), await countsOf(second)],
        [0, n],
        "what was guessed at the other stays counted",
      );
    }
  });

  test("who registers with an outside address is called by it, in tokens and at introspection, and not like one of the organization", async () => {
    const { world, web } = stage.idp;
    await allowRegistration(stage);
    const sent = await sendForm(stage, { email: "ceo@far.example" }, stage.idp.browser(), {
      scope: "openid profile email",
    });
    const page = await chooseFirst(sent.browser, await typeCode(sent, registrationMail(sent.mails).code));
    assert.ok(isIn(page), page.url);
    const form = { grant_type: "authorization_code", code: answerOf(page).get("code") ?? "", redirect_uri: CALLBACK };
    const { json } = await post(stage.idp, "/oauth/v2/token", form, { authorization: basic(web) });
    const token = String(json.access_token);
    const asked = await post(stage.idp, "/oauth/v2/introspect", { token }, { authorization: basic(web) });
    assert.deepEqual([asked.json.username, asked.json.preferred_username], ["ceo@far.example", "ceo@far.example"]);
    const userinfo = await stage.idp.node.app.inject({
      url: `/oauth/v2/userinfo`,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(userinfo.json().preferred_username, "ceo@far.example");
    assert.ok(isWrong((await come(`ceo@${world.acme.domain}`, NEW_PASSWORD, { client: web })).page));
  });

  test("a tenant calls nobody like an address that somebody proved, by no way and not with another domain", async () => {
    const [home, evil] = [await Tenant.make(stage), await Tenant.make(stage, "bank-lookalike.example")];
    await home.proven("victim", "cfo@bank-lookalike.example");
    await assert.rejects(evil.person("cfo"), refusal("already_exists", { field: "userName" }));
    const other = await Tenant.make(stage);
    await other.person("cfo");
    await stage.run((tx) => changeOrganization(tx, evil.organization.id, { domain: "given-up.example" }, by));
    await assert.rejects(
      stage.run((tx) => changeOrganization(tx, other.organization.id, { domain: "bank-lookalike.example" }, by)),
      refusal("already_exists", { field: "domain" }),
    );
  });

  test("whoever proves an address while a tenant calls somebody so signs in with it all the same", async () => {
    const [home, evil] = [await Tenant.make(stage), await Tenant.make(stage, "raced.example")];
    const victims = await Promise.all(
      Array.from({ length: 5 }, (_, i) => home.person(`raced${i}`, { email: `raced${i}@raced.example` })),
    );
    const { db } = stage.idp.world.storage;
    await Promise.all(
      victims.flatMap((victim, i) => [
        evil.person(`raced${i}`, { password: EVIL_PASSWORD }).catch(() => {}),
        (async () => {
          const link = await prepareMailLink(db, victim.id, "verify_email");
          assert.ok(link);
          await stage.run((tx) => verifyEmail(tx, link, by));
        })(),
      ]),
    );
    for (const victim of victims) {
      const { browser } = await come(victim.email, PASSWORD);
      assert.equal(await whoIsIn(browser), victim.loginName);
      assert.ok(isWrong((await come(victim.email, EVIL_PASSWORD)).page));
    }
  });

  test("registrations that nobody finishes hold no names", async () => {
    const { world } = stage.idp;
    await allowRegistration(stage);
    for (const local of ["grace", "linus", "barbara"]) await sendForm(stage, { email: `${local}@squatter.example` });
    for (const userName of ["grace", "linus", "barbara"]) {
      const made = await stage.run((tx) => createHuman(tx, { organizationId: world.acme.id, userName }, by));
      assert.equal(made.loginName, `${userName}@${world.acme.domain}`);
    }
  });

  const signedIn = async (browser: Browser) => [...browser.cookies.keys()].some((name) => name.includes("sessions"));
});

/** A page without what differs from one request to the next, and from one name to the next. */
function alike({ status, body }: PageSeen, typed: string): string {
  const rest = body.replaceAll(/sg[a-z]_[\w-]+/g, "ticket").replaceAll(/nonce-?="?[\w+/=-]+/g, "nonce");
  return `${status} ${rest.replaceAll(typed, "typed")}`;
}
