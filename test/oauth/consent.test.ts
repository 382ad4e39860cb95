/**
 * An application of another organization gets nothing without the person's agreement. Mallory owns an organization with
 * a project that admits everybody, and sends people of Acme there by a link: before there was a question, one link was
 * enough.
 */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createApplication } from "../../src/identity/applications/applications.ts";
import type { ApplicationSettings } from "../../src/identity/applications/types.ts";
import { takeBackConsent } from "../../src/identity/consents/consents.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import {
  answerOf,
  authorizeUrl,
  basic,
  CALLBACK,
  type Idp,
  PASSWORD,
  post,
  type Registered,
  signInAs,
  signInToWeb,
  startIdp,
} from "../support/idp.ts";
import { by, settings } from "../support/world.ts";

const EVERYTHING = "openid profile email phone address offline_access urn:service:iam:user:metadata";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`an application of another organization, on ${engine.name}`, () => {
    let idp: Idp;
    let project: Project;
    let mallory: Registered;
    before(async () => {
      idp = await startIdp(engine);
      const { storage } = idp.node.services;
      project = await storage.transaction((tx) =>
        createProject(tx, { organizationId: idp.world.other.id, name: "Prizes", projectCheck: false }, by),
      );
      mallory = await register({ name: "Free Prizes" });
    });
    after(() => idp.close());

    async function register(change: Partial<ApplicationSettings>, projectId = project.id): Promise<Registered> {
      const grantTypes = ["authorization_code", "refresh_token", "implicit"] as const;
      const responseTypes = ["code", "id_token", "id_token token"] as const;
      const input = {
        projectId,
        settings: settings("web", { authMethod: "basic", responseTypes, grantTypes, ...change }),
      };
      const { application, secret = "" } = await idp.node.services.storage.transaction((tx) =>
        createApplication(tx, input, by),
      );
      return { application, secret };
    }

    const ask = (browser: Browser, client: Registered, parameters: Record<string, string> = {}) =>
      browser.visit(authorizeUrl(idp, { client, parameters: { scope: EVERYTHING, ...parameters } }));
    const answer = (browser: Browser, page: PageSeen, word: "allow" | "deny") =>
      browser.submit(page, { answer: word }, "/login/consent");
    const errorOf = (seen: PageSeen) => answerOf(seen).get("error");
    const isQuestion = (seen: PageSeen) => seen.url.startsWith(`${idp.issuer}/login/consent?`) && seen.status === 200;

    /** Ada, signed in at her own organization. */
    async function ada(): Promise<Browser> {
      const browser = idp.browser();
      const page = await browser.visit(authorizeUrl(idp, { client: idp.web }));
      const seen = await signInAs(browser, page, `ada@${idp.world.acme.domain}`);
      assert.ok(answerOf(seen).has("code"), "her own application asks nothing");
      return browser;
    }

    async function exchange(client: Registered, seen: PageSeen): Promise<Record<string, string>> {
      const form = { grant_type: "authorization_code", code: answerOf(seen).get("code") ?? "", redirect_uri: CALLBACK };
      const { status, json, body } = await post(idp, "/oauth/v2/token", form, { authorization: basic(client) });
      assert.equal(status, 200, body);
      return json as Record<string, string>;
    }

    async function introspect(client: Registered, token: string): Promise<Record<string, unknown>> {
      return (await post(idp, "/oauth/v2/introspect", { token }, { authorization: basic(client) })).json;
    }

    const refresh = async (client: Registered, refresh_token: string) =>
      post(idp, "/oauth/v2/token", { grant_type: "refresh_token", refresh_token }, { authorization: basic(client) });

    beforeEach(async () => {
      await idp.node.services.storage.db.deleteFrom("consents").execute();
    });

    test("one silent link gets nothing: no code, no token, whatever the response type, and nothing is stored", async () => {
      const browser = await ada();
      const before = await idp.node.services.storage.db.selectFrom("app_sessions").select("id").execute();
      for (const response_type of ["code", "id_token", "id_token token"]) {
        const silent = await ask(browser, mallory, { prompt: "none", nonce: "n-1", response_type });
        assert.equal(errorOf(silent), "consent_required");
        assert.deepEqual([...answerOf(silent).keys()].toSorted(), ["error", "error_description", "iss", "state"]);
        assert.ok(isQuestion(await ask(browser, mallory, { nonce: "n-1", response_type })));
      }
      assert.deepEqual(await idp.node.services.storage.db.selectFrom("app_sessions").select("id").execute(), before);
    });

    test("in silence it learns nothing about who is there: not their organization, not a hint, not how old the sign-in is", async () => {
      const browser = await ada();
      const [acme, other] = [idp.world.acme.id, idp.world.other.id].map((id) => `openid urn:service:iam:org:id:${id}`);
      for (const parameters of [
        { scope: acme },
        { scope: other },
        { login_hint: "somebody@else.example" },
        { max_age: "0" },
      ]) {
        const silent = await ask(browser, mallory, { prompt: "none", ...parameters } as Record<string, string>);
        assert.equal(errorOf(silent), "consent_required", JSON.stringify(parameters));
      }
      assert.equal(
        errorOf(await ask(idp.browser(), mallory, { prompt: "none", scope: acme ?? "" })),
        "login_required",
        "nobody is",
      );
    });

    test("in silence it learns nothing about a second account that has not agreed to it, although the first is of its own organization", async () => {
      const { acme, other } = idp.world;
      const bob = `bob@${other.domain}`;
      const [alone, both] = [idp.browser(), idp.browser()];
      const { id_token } = await signInToWeb(idp, "openid", both);
      for (const browser of [alone, both]) {
        assert.ok(answerOf(await signInAs(browser, await ask(browser, mallory, { prompt: "login" }), bob)).has("code"));
      }
      const login_hint = `ada@${acme.domain}`;
      const asked: Record<string, string>[] = [
        { login_hint },
        { login_hint: idp.world.ada.id },
        { id_token_hint: String(id_token) },
        { login_hint, max_age: "0" },
        { scope: `openid urn:service:iam:org:id:${acme.id}` },
      ];
      for (const parameters of asked) {
        const silently = async (browser: Browser) => {
          const told = answerOf(await ask(browser, mallory, { prompt: "none", ...parameters }));
          return [told.get("error"), told.get("error_description")];
        };
        const told = await silently(both);
        assert.equal(told[0], "login_required", JSON.stringify(parameters));
        assert.deepEqual(told, await silently(alone), "as if she were not there");
      }
      assert.ok(
        answerOf(await ask(both, mallory, { prompt: "none", login_hint: bob })).has("code"),
        "who belongs to it is found",
      );
      assert.equal(errorOf(await ask(both, mallory, { prompt: "none" })), "account_selection_required");
      assert.equal(errorOf(await ask(both, mallory, { prompt: "none", max_age: "0" })), "account_selection_required");
    });

    test("the page says who asks, for what, how long, where the answer goes and as whom, with two answers of one kind", async () => {
      const browser = await ada();
      const page = await ask(browser, mallory);
      for (const said of [
        "Free Prizes asks for your permission",
        "Other",
        idp.world.other.domain,
        "app.example",
        `ada@${idp.world.acme.domain}`,
        "See your name, login name, picture and language",
        "Recognise you, and see your login name",
        "See your e-mail address",
        "See your phone number",
        "See your postal address",
        "up to 90 days, also while you are away",
      ]) {
        assert.ok(page.body.includes(said), said);
      }
      const buttons = [...page.body.matchAll(/<button class="([^"]*)" name="answer" value="(\w+)"/g)].map(
        ([, kind, value]) => [value, kind],
      );
      assert.deepEqual(buttons, [
        ["deny", "other"],
        ["allow", "other"],
      ]);
      assert.match(
        page.body,
        /<div class="mark">[\s\S]*?<span>Acme<\/span>/,
        "the page looks like her own organization's",
      );
      const brief = await ask(browser, mallory, { scope: "openid" });
      assert.ok(!brief.body.includes("e-mail"));
      assert.ok(brief.body.includes("for 1 hour each time"));
    });

    test("the page names the scheme of an app, whatever stands behind it, and the host of nothing but the web", async () => {
      const browser = await ada();
      const redirect_uri = "https.prizes://accounts.example/cb";
      const challenge = {
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
      };
      const input = { projectId: project.id, settings: settings("native", { redirectUris: [redirect_uri] }) };
      const { application } = await idp.node.services.storage.transaction((tx) => createApplication(tx, input, by));
      const url = authorizeUrl(idp, {
        client: { application, secret: "" },
        parameters: { redirect_uri, ...challenge, prompt: "consent" },
      });
      let page = await browser.visit(url);
      if (!isQuestion(page))
        page = await browser.submit(
          page,
          { session: /name="session" value="([^"]+)"/.exec(page.body)?.[1] ?? "" },
          "/login/accounts",
        );
      assert.ok(isQuestion(page), page.url);
      assert.match(page.body, /Your answer is sent to <b><bdi dir="ltr">https\.prizes:<\/bdi>/);
    });

    test("an ID token from before it was taken back signs nobody out without a question", async () => {
      const browser = await ada();
      const { id_token = "" } = await exchange(mallory, await answer(browser, await ask(browser, mallory), "allow"));
      const pair = { userId: idp.world.ada.id, applicationId: mallory.application.id };
      await idp.node.services.storage.transaction((tx) => takeBackConsent(tx, pair, by));
      const seen = await browser.visit(`${idp.issuer}/oauth/v2/endsession?id_token_hint=${id_token}`);
      assert.match(seen.url, /\/logout\?request=/);
      assert.ok(
        answerOf(await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "none" } }))).has(
          "code",
        ),
      );
    });

    test("who does not allow it goes back with access_denied, and is asked again next time", async () => {
      const browser = await ada();
      const denied = await answer(browser, await ask(browser, mallory), "deny");
      assert.deepEqual([errorOf(denied), answerOf(denied).get("state")], ["access_denied", "s-1"]);
      assert.ok(isQuestion(await ask(browser, mallory)));
      assert.equal((await idp.node.services.storage.db.selectFrom("consents").select("id").execute()).length, 0);
    });

    test("who allows it is not asked again for the same or less, also silently; for more they are", async () => {
      const browser = await ada();
      const scope = "openid profile offline_access";
      const tokens = await exchange(mallory, await answer(browser, await ask(browser, mallory, { scope }), "allow"));
      assert.equal(tokens.scope, scope);
      assert.ok(tokens.refresh_token);
      assert.ok(answerOf(await ask(browser, mallory, { scope, prompt: "none" })).has("code"));
      assert.ok(answerOf(await ask(browser, mallory, { scope: "openid" })).has("code"));
      const more = await ask(browser, mallory, { scope: `${scope} email` });
      assert.ok(isQuestion(more));
      assert.equal(
        errorOf(await ask(browser, mallory, { scope: `${scope} email`, prompt: "none" })),
        "consent_required",
      );
      assert.ok(answerOf(await answer(browser, more, "allow")).has("code"));
      assert.ok(answerOf(await ask(browser, mallory, { scope: `${scope} email`, prompt: "none" })).has("code"));
    });

    test("compared is what would be granted: asking for what is dropped in any case never asks twice", async () => {
      const browser = await ada();
      const scope = "openid email unknown_scope urn:service:iam:org:project:id:service:aud";
      assert.ok(answerOf(await answer(browser, await ask(browser, mallory, { scope }), "allow")).has("code"));
      assert.ok(answerOf(await ask(browser, mallory, { scope, prompt: "none" })).has("code"));
    });

    test("another application of the same project has to ask for itself", async () => {
      const browser = await ada();
      await answer(browser, await ask(browser, mallory, { scope: "openid" }), "allow");
      assert.ok(isQuestion(await ask(browser, await register({ name: "More Prizes" }), { scope: "openid" })));
    });

    test("taking it back ends every token at once, for good, and the person is asked again", async () => {
      const browser = await ada();
      const first = await exchange(mallory, await answer(browser, await ask(browser, mallory), "allow"));
      const second = await exchange(mallory, await ask(browser, mallory));
      for (const { access_token = "" } of [first, second])
        assert.equal((await introspect(mallory, access_token)).active, true);
      const { storage } = idp.node.services;
      const pair = { userId: idp.world.ada.id, applicationId: mallory.application.id };
      assert.equal(await storage.transaction((tx) => takeBackConsent(tx, pair, by)), "won");
      assert.equal(await storage.transaction((tx) => takeBackConsent(tx, pair, by)), "lost");
      for (const { access_token = "", refresh_token = "" } of [first, second]) {
        assert.deepEqual(await introspect(mallory, access_token), { active: false });
        assert.equal((await refresh(mallory, refresh_token)).json.error, "invalid_grant");
      }
      const page = await ask(browser, mallory);
      assert.ok(isQuestion(page));
      await answer(browser, page, "allow");
      // What was ended does not come back with a new answer.
      assert.deepEqual(await introspect(mallory, first.access_token ?? ""), { active: false });
      assert.equal((await refresh(mallory, second.refresh_token ?? "")).json.error, "invalid_grant");
    });

    test("a session without a consent does not stand, also if it is in the database", async () => {
      const browser = await ada();
      const { access_token = "", refresh_token = "" } = await exchange(
        mallory,
        await answer(browser, await ask(browser, mallory), "allow"),
      );
      await idp.node.services.storage.db
        .updateTable("app_sessions")
        .set({ consent_id: null })
        .where("application_id", "=", mallory.application.id)
        .execute();
      assert.deepEqual(await introspect(mallory, access_token), { active: false });
      assert.equal((await refresh(mallory, refresh_token)).json.error, "invalid_grant");
      const userinfo = await idp.node.app.inject({
        url: "/oauth/v2/userinfo",
        headers: { authorization: `Bearer ${access_token}` },
      });
      assert.equal(userinfo.statusCode, 401);
    });

    test("a grant that the person's organization accepted needs no question; one from before, or left, does", async () => {
      const browser = await ada();
      const { db } = idp.node.services.storage;
      const grant = {
        id: crypto.randomUUID(),
        project_id: project.id,
        organization_id: idp.world.acme.id,
        version: 1,
        created_at: 1,
        changed_at: 1,
      };
      await db
        .insertInto("project_grants")
        .values({ ...grant, state: "active", accepted_at: null })
        .execute();
      assert.ok(isQuestion(await ask(browser, mallory)), "from before");
      await db.updateTable("project_grants").set({ accepted_at: 1 }).where("id", "=", grant.id).execute();
      const { access_token = "" } = await exchange(mallory, await ask(browser, mallory, { prompt: "none" }));
      assert.equal((await introspect(mallory, access_token)).active, true);
      for (const state of ["refused", "pending", "inactive"]) {
        await db.updateTable("project_grants").set({ state }).where("id", "=", grant.id).execute();
        assert.deepEqual(await introspect(mallory, access_token), { active: false }, state);
        assert.ok(isQuestion(await ask(browser, mallory)), state);
      }
      await db.deleteFrom("project_grants").where("id", "=", grant.id).execute();
    });

    test("an application asks people of its own organization only if it is set to", async () => {
      const browser = await ada();
      const curious = await register({ name: "Survey", consentRequired: true }, idp.world.project.id);
      const page = await ask(browser, curious, { scope: "openid email" });
      assert.ok(isQuestion(page));
      assert.ok(page.body.includes("belongs to your organization"));
      const { access_token = "" } = await exchange(curious, await answer(browser, page, "allow"));
      assert.ok(answerOf(await ask(browser, curious, { scope: "openid email", prompt: "none" })).has("code"));
      const pair = { userId: idp.world.ada.id, applicationId: curious.application.id };
      await idp.node.services.storage.transaction((tx) => takeBackConsent(tx, pair, by));
      assert.deepEqual(await introspect(curious, access_token), { active: false });
    });

    test("prompt consent asks at every application, and again although it was answered before; the Console never asks", async () => {
      const browser = await ada();
      const page = await ask(browser, idp.web, { scope: "openid", prompt: "consent" });
      assert.ok(isQuestion(page));
      assert.ok(answerOf(await answer(browser, page, "allow")).has("code"));
      assert.ok(isQuestion(await ask(browser, idp.web, { scope: "openid", prompt: "consent" })));
      assert.ok(answerOf(await ask(browser, idp.web, { scope: "openid", prompt: "none" })).has("code"));
      const { consoleApplicationId } = idp.world.instance;
      const parameters = new URLSearchParams({
        ...{
          client_id: consoleApplicationId,
          redirect_uri: "http://localhost:8080/console/callback",
          response_type: "code",
        },
        ...{
          scope: "openid profile",
          prompt: "consent",
          code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
          code_challenge_method: "S256",
        },
      });
      const console = await browser.request("GET", `${idp.issuer}/oauth/v2/authorize?${parameters}`);
      assert.match(console.location ?? "", /\/console\/callback\?code=/);
    });

    test("who may not sign in there at all is not asked, and learns nothing more", async () => {
      const browser = await ada();
      const closed = await idp.node.services.storage.transaction((tx) =>
        createProject(tx, { organizationId: idp.world.other.id, name: "Closed" }, by),
      );
      const seen = await ask(browser, await register({}, closed.id));
      assert.equal(seen.status, 403);
      assert.ok(!seen.body.includes('name="answer"'));
      assert.equal(errorOf(await ask(browser, await register({}, closed.id), { prompt: "none" })), "access_denied");
    });

    test("the answer counts in the browser, the session and the request in which it was asked for, and nowhere else", async () => {
      const browser = await ada();
      const page = await ask(browser, mallory);
      const form = { request: new URL(page.url).searchParams.get("request") ?? "", answer: "allow" };
      const consents = () => idp.node.services.storage.db.selectFrom("consents").select("id").execute();

      // Another browser, also one in which the same person is signed in.
      for (const elsewhere of [idp.browser(), await ada()]) {
        assert.equal((await elsewhere.request("POST", `${idp.issuer}/login/consent`, form)).status, 400);
      }
      // A request that was on its way to another page.
      const picker = await ask(browser, idp.web, { prompt: "select_account" });
      const other = { ...form, request: new URL(picker.url).searchParams.get("request") ?? "" };
      assert.equal((await browser.request("POST", `${idp.issuer}/login/consent`, other)).status, 400);
      // Something that is no answer.
      for (const no of ["", "yes", "ALLOW"]) {
        assert.equal(
          (await browser.request("POST", `${idp.issuer}/login/consent`, { ...form, answer: no })).status,
          400,
        );
      }
      // After signing out.
      const cookies = new Map(browser.cookies);
      for (const name of cookies.keys()) if (name.includes("sessions")) browser.cookies.delete(name);
      assert.match(
        (await browser.request("POST", `${idp.issuer}/login/consent`, form)).location ?? "",
        /\/login\?request=/,
      );
      assert.deepEqual(await consents(), []);
      // A form that another site sends.
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      const foreign = await idp.node.app.inject({
        method: "POST",
        url: "/login/consent",
        headers: {
          host: new URL(idp.issuer).host,
          "content-type": "application/x-www-form-urlencoded",
          origin: "https://mallory.example",
          cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        payload: new URLSearchParams(form).toString(),
      });
      assert.equal(foreign.statusCode, 400);
      assert.deepEqual(await consents(), []);
    });

    test("whoever is not signed in signs in first, and is asked then; as another account, it is asked for that one", async () => {
      const browser = idp.browser();
      const page = await ask(browser, mallory, { scope: "openid" });
      const question = await signInAs(browser, page, `ada@${idp.world.acme.domain}`, PASSWORD);
      assert.ok(isQuestion(question));
      assert.match(question.body, /href="\/login\/accounts\?request=/);
      // Bob belongs to the organization of the application: nobody asks him.
      const asBob = await browser.visit(
        authorizeUrl(idp, { client: mallory, parameters: { prompt: "login", scope: "openid" } }),
      );
      assert.ok(answerOf(await signInAs(browser, asBob, `bob@${idp.world.other.domain}`, PASSWORD)).has("code"));
    });

    test("the log of the person's organization says what was agreed to and taken back, and by whom", async () => {
      const browser = await ada();
      const poll = await register({ name: "Poll" });
      await answer(browser, await ask(browser, poll, { scope: "openid email" }), "allow");
      const { db, transaction } = idp.node.services.storage;
      const manager = { actor: { kind: "user", id: idp.world.bob.id } } as const;
      await transaction((tx) =>
        takeBackConsent(tx, { userId: idp.world.ada.id, applicationId: poll.application.id }, manager),
      );
      const events = await db
        .selectFrom("events")
        .select(["type", "actor_id", "organization_id", "detail"])
        .where("resource_id", "=", idp.world.ada.id)
        .where("type", "in", ["consent.given", "consent.taken_back"])
        .orderBy("id", "desc")
        .limit(2)
        .execute();
      const applicationId = poll.application.id;
      assert.deepEqual(
        events.map(({ type, actor_id, organization_id, detail }) => [
          type,
          actor_id,
          organization_id,
          JSON.parse(detail),
        ]),
        [
          [
            "consent.taken_back",
            idp.world.bob.id,
            idp.world.acme.id,
            { applicationId, scopes: ["openid", "email"], sessions: 1 },
          ],
          ["consent.given", idp.world.ada.id, idp.world.acme.id, { applicationId, scopes: ["openid", "email"] }],
        ],
      );
    });
  });
}
