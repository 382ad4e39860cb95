/** Group P: whatever is sent, saved or suggested is shown as text, in every page and mail, and runs nothing. */
import assert from "node:assert/strict";
import { sourceHash } from "../../src/http/headers.ts";
import { changeOrganization } from "../../src/identity/organizations.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { requestMail } from "../../src/identity/users/mail-requests.ts";
import { paths } from "../../src/pages/login-request.ts";
import type { PageSeen } from "../support/browser.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { oneOf } from "../support/divided.ts";
import { authorizeUrl } from "../support/idp.ts";
import { problemsOfPage } from "../support/page-headers.ts";
import { rawRequest } from "../support/raw-request.ts";
import { by } from "../support/world.ts";
import { form, forms } from "./every-form.ts";
import { everyPage } from "./every-page.ts";
import { holdGroup } from "./group.ts";
import { type LaterPage, laterPages } from "./later-pages.ts";
import { payloads, strangeTags, withoutOwnIcon } from "./payloads.ts";
import {
  forgetAll,
  lastMailTo,
  mails,
  makePerson,
  nameOf,
  openSignInStage,
  register,
  requestOf,
  start,
} from "./sign-in-stage.ts";

/** Shows each page in a real browser as it was sent, and says what it did beside being shown. */
async function whatRuns(
  pages: ReadonlyMap<string, Pick<PageSeen, "status" | "url" | "headers" | "body">>,
): Promise<string[]> {
  const browser = await launchChromium();
  const ran: string[] = [];
  try {
    await using visitor = await newVisitor(browser);
    const page = await visitor.context.newPage();
    let shown = "";
    page.on("dialog", (dialog) => {
      ran.push(`${shown}: a dialog`);
      void dialog.dismiss();
    });
    for (const [name, { status, url, headers, body }] of pages) {
      shown = name;
      const texts = Object.entries(headers).filter(
        ([header]) => !/^(?:content-length|connection|set-cookie)$/.test(header),
      );
      await page.route("**/*", (route) => {
        if (route.request().url() === url) {
          return route.fulfill({
            status,
            headers: Object.fromEntries(texts.map(([header, value]) => [header, String(value)])),
            body,
          });
        }
        // A page that posts itself to the application does that, and nothing else.
        if (!(name === "the answer as a form" && route.request().method() === "POST"))
          ran.push(`${name}: asked for ${route.request().url()}`);
        return route.abort();
      });
      await page.goto(url, { waitUntil: "load" }).catch((error: unknown) => {
        if (name !== "the answer as a form") throw error;
      });
      if (name !== "the answer as a form") {
        // What waits for a click or the focus gets it.
        await page.locator("body").press("Tab");
        if (await page.evaluate("'canary' in window")) ran.push(`${name}: script`);
        const strange = await page
          .locator(
            "main :is(script, iframe, object, embed, base, meta, link, svg[onload], [onerror], [onclick], [onfocus])",
          )
          .count();
        if (strange > 0) ran.push(`${name}: ${strange} elements that nobody put there`);
      }
      await page.unrouteAll();
      await page.goto("about:blank");
    }
    ran.push(...visitor.complaints);
  } finally {
    await browser.close();
  }
  return ran;
}

const authorizeParameters = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "nonce",
  "prompt",
  "max_age",
  "login_hint",
  "id_token_hint",
  "ui_locales",
  "acr_values",
  "display",
  "response_mode",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
  "claims",
  "error",
  "error_description",
  "error_uri",
  "lang",
  "x",
];
const pageParameters = [
  "request",
  "link",
  "lang",
  "remove",
  "error",
  "error_description",
  "next",
  "return_to",
  "loginName",
  "session",
  "x",
];
const signOutParameters = [
  "id_token_hint",
  "post_logout_redirect_uri",
  "client_id",
  "state",
  "ui_locales",
  "logout_hint",
  "x",
];
const formFields = [
  "loginName",
  "password",
  "email",
  "givenName",
  "familyName",
  "userName",
  "phone",
  "code",
  "session",
  "request",
  "link",
  "x",
];

function isOnlyText(seen: PageSeen, what: string): void {
  assert.ok(seen.status < 500, `${what}: ${seen.status}`);
  if (!String(seen.headers["content-type"]).startsWith("text/html")) return;
  assert.deepEqual(strangeTags(seen.body), [], what);
  // Whatever runs is what the page was made with, and the policy says so.
  const policy = String(seen.headers["content-security-policy"]);
  const scripts = [...seen.body.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
  for (const script of scripts)
    assert.ok(policy.includes(`'${sourceHash(script)}'`) && !script.includes("canary"), what);
  assert.doesNotMatch(
    withoutOwnIcon(seen.body),
    /(?:href|action|src)="\s*(?:javascript|data|vbscript|\/\/|https?:\/\/evil)/i,
    what,
  );
}

holdGroup("P", openSignInStage, {
  async P1(stage) {
    const { idp } = stage;
    const kept = new Map<string, PageSeen>();
    const compare = async (what: string, visit: (value: string) => Promise<PageSeen>, tried = payloads) => {
      for (const payload of tried) {
        const seen = await visit(payload);
        isOnlyText(seen, `${what}: ${payload}`);
        const isPage = String(seen.headers["content-type"]).startsWith("text/html");
        if (isPage && new URL(seen.url).origin === idp.issuer) kept.set(`${what} ${seen.status}`, seen);
      }
    };
    const together = (names: readonly string[], value: string) =>
      Object.fromEntries(names.map((name) => [name, value]));
    for (const name of authorizeParameters) {
      await compare(`authorize ${name}`, (value) =>
        idp.browser().visit(authorizeUrl(idp, { client: idp.web, parameters: { [name]: value } })),
      );
    }
    for (const name of signOutParameters) {
      await compare(`endsession ${name}`, (value) =>
        idp.browser().visit(`${idp.issuer}/oauth/v2/endsession?${new URLSearchParams({ [name]: value })}`),
      );
    }
    const browser = idp.browser();
    const request = requestOf(await start(stage, browser));
    const addresses = [
      ...Object.values(paths),
      "/login/cancel",
      "/login/forgot/sent",
      "/login/accounts/remove",
      "/",
      "/nothing",
    ];
    for (const path of addresses) {
      const ask = (query: Record<string, string>) =>
        browser.request("GET", `${idp.issuer}${path}?${new URLSearchParams(query)}`);
      await compare(`${path}, all parameters`, (value) => ask(together(pageParameters, value)));
      const others = pageParameters.filter((name) => name !== "request");
      await compare(`${path}, all but the request`, (value) => ask({ ...together(others, value), request }));
      for (const name of pageParameters)
        await compare(
          `${path} ${name}`,
          (value) => ask({ request, [name]: value }),
          oneOf(path + name, payloads.slice(0, 3)),
        );
    }
    await compare("a path", (value) => browser.request("GET", `${idp.issuer}/${encodeURIComponent(value)}`));
    await compare("a name of a parameter", (value) =>
      browser.request("GET", `${idp.issuer}/nothing?${encodeURIComponent(value)}=1`),
    );
    for (const name of Object.keys(forms)) {
      const { browser: own, action, fields } = await form(stage, name);
      // What would go through is not sent: the form is there for the next one.
      const tickets = Object.fromEntries(Object.entries(fields).filter(([key]) => ["request", "link"].includes(key)));
      const send = async (typed: Record<string, string>) => {
        await forgetAll(stage);
        const answer = await own.request("POST", `${idp.issuer}${action}`, typed);
        return answer.location?.startsWith(idp.issuer) ? own.visit(answer.location) : answer;
      };
      await compare(`${name}, all fields`, (value) => send({ ...together(formFields, value), ...tickets }));
      for (const field of formFields)
        await compare(
          `${name} ${field}`,
          (value) => send({ ...tickets, [field]: value }),
          oneOf(name + field, payloads.slice(0, 3)),
        );
    }
    // One of each kind of page in a real browser.
    const kinds = new Map(
      [...kept].map(([name, seen]) => [`${new URL(seen.url).pathname} ${seen.status}`, [name, seen] as const]),
    );
    assert.ok(kinds.size > 10, `${kinds.size} pages`);
    assert.deepEqual(await whatRuns(new Map(kinds.values())), []);
  },

  async P2(stage) {
    const { idp } = stage;
    const words = "Call +1 555 0100 to unlock your account";
    const query = new URLSearchParams({
      error: words,
      error_description: words,
      error_hint: words,
      error_uri: words,
      message: words,
      hint: words,
    });
    const browser = idp.browser();
    const request = encodeURIComponent(requestOf(await start(stage, browser)));
    for (const path of [
      ...Object.values(paths),
      "/",
      "/nothing",
      "/oauth/v2/authorize",
      "/oauth/v2/endsession",
      "/login/cancel",
    ]) {
      for (const url of [`${path}?${query}`, `${path}?request=${request}&${query}`]) {
        const seen = await browser.visit(`${idp.issuer}${url}`);
        // Carried along, so that another language shows the same page; never shown.
        const shown = seen.body.replaceAll(/<input type="hidden"[^>]*>/g, "");
        assert.ok(!shown.includes("555 0100"), url);
      }
    }
    const unregistered = { redirect_uri: "https://evil.example/", error_description: words };
    const seen = await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: unregistered }));
    assert.ok(!seen.body.replaceAll(/<input type="hidden"[^>]*>/g, "").includes("555 0100"));
  },

  async P4(stage) {
    const { idp } = stage;
    const { storage } = idp.node.services;
    const evil = `<img src=x onerror=canary=1>"'><script>canary=1</script>`;
    await storage.transaction(async (tx) => {
      await changeOrganization(tx, idp.world.acme.id, { name: `Acme ${evil}` }, by);
      const settings = {
        termsUrl: `https://acme.example/?${encodeURIComponent(evil)}`,
        helpUrl: "https://acme.example/'\"",
        privacyUrl: "https://acme.example/&lt;",
      };
      await setPolicy(tx, "branding", { organizationId: idp.world.acme.id, settings }, by).catch(() => undefined);
    });
    const client = await idp.register("web", { authMethod: "basic", name: `App ${evil}` });
    const eve = await makePerson(stage, {
      profile: { givenName: evil, familyName: "{application}{loginName}</title>", displayName: `Eve ${evil}` },
    });
    const pages = await everyPage(stage, { loginName: eve.loginName, client, typed: evil });
    for (const [name, { body }] of pages) {
      assert.doesNotMatch(body, /<img src=x|<script>canary/, name);
      if (/^(?:who|the password|registration|registration is closed|no access)$/.test(name))
        assert.match(body, /App &lt;img src=x onerror=canary=1&gt;/, name);
      if (/account/.test(name)) assert.match(body, /Eve &lt;img/, name);
    }
    // And the mails, as a mail program would show them that runs whatever it is given.
    await forgetAll(stage);
    await storage.transaction((tx) => requestMail(tx, { kind: "reset_password", userId: eve.id }, by));
    const invited = await makePerson(stage, { passwordHash: undefined, profile: { displayName: evil } });
    await storage.transaction((tx) => requestMail(tx, { kind: "invitation", userId: invited.id }, by));
    await register(stage, idp.browser(), "p4@mail.example", { givenName: evil, familyName: evil });
    await register(stage, idp.browser(), eve.email, { givenName: evil, familyName: evil });
    for (const email of [eve.email, invited.email, "p4@mail.example"]) await lastMailTo(stage, email);
    for (const [i, mail] of (await mails(stage)).entries()) {
      assert.doesNotMatch(mail.html, /<img|<script/);
      pages.set(`mail ${i}`, {
        status: 200,
        url: `${idp.issuer}/mail-${i}`,
        headers: { "content-type": "text/html; charset=utf-8" },
        body: mail.html,
      });
    }
    assert.deepEqual(await whatRuns(pages), []);
  },

  async P5(stage) {
    const { idp } = stage;
    const browser = idp.browser();
    const request = requestOf(await start(stage, browser));
    const names = [
      "url",
      "next",
      "return_to",
      "returnTo",
      "redirect",
      "redirect_uri",
      "continue",
      "target",
      "RelayState",
      "action",
      "back",
      "callback",
    ];
    const targets = [
      "javascript:canary=1",
      "//evil.example",
      "https://evil.example/",
      "/\\evil.example",
      "data:text/html,x",
    ];
    for (const path of [...Object.values(paths), "/", "/nothing"]) {
      for (const target of targets) {
        const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, target])));
        for (const url of [
          `${idp.issuer}${path}?${query}`,
          `${idp.issuer}${path}?${query}&request=${encodeURIComponent(request)}`,
        ]) {
          const seen = await browser.request("GET", url);
          assert.ok(
            seen.location === undefined || seen.location.startsWith(`${idp.issuer}/`),
            `${url}: ${seen.location}`,
          );
          const leads = [
            ...withoutOwnIcon(seen.body).matchAll(/(?:href|action|formaction|src|content)="([^"]*)"/g),
          ].map(([, to = ""]) => to);
          for (const to of leads) assert.doesNotMatch(to, /^\s*(?:javascript:|data:|\/\/|\/\\|https?:\/\/evil)/i, url);
        }
      }
    }
    // Nor is the path itself an address to go to, however it is written; only a socket takes it as it is.
    const port = await idp.node.listen();
    for (const target of [
      "/.//evil.example/x",
      "/..//evil.example",
      "//evil.example/x",
      "///evil.example",
      "/x/../..//evil.example",
      "/\\evil.example",
      "//[",
      "//:80",
      "/nothing?x=//evil.example",
      "http://evil.example/nothing",
    ]) {
      const answer = await rawRequest(
        port,
        `GET ${target} HTTP/1.1\r\nHost: localhost:8080\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      );
      assert.ok(answer.status >= 300 && answer.status < 500, `${target}: ${answer.status}`);
      const leads = [...withoutOwnIcon(answer.body).matchAll(/(?:href|action)="([^"]*)"/g)].map(([, to = ""]) => to);
      for (const to of [...leads, answer.headers.location ?? "/"]) {
        assert.equal(new URL(to, idp.issuer).origin, idp.issuer, `${target}: ${to}`);
      }
    }
  },

  async P6(stage) {
    const cast = { loginName: nameOf.ada(stage), typed: "somebody", client: stage.idp.web };
    const pages = new Map<string, LaterPage>();
    for (const [name, page] of await everyPage(stage, cast)) pages.set(name, { ...page, method: "GET" });
    for (const [name, page] of await laterPages(stage)) pages.set(name, page);
    const reached = new Set([...pages.values()].map(({ url }) => new URL(url).pathname));
    // What comes back from there is never a page of its own, and pictures are none.
    const { callback: _, images: __, passkey: ___, ...withPages } = paths;
    for (const path of Object.values(withPages)) assert.ok(reached.has(path), `no page of ${path} was looked at`);
    for (const [name, { method, url, headers }] of pages) {
      assert.match(String(headers["content-type"]), /^text\/html/, name);
      assert.deepEqual(problemsOfPage({ method, url: new URL(url).pathname, headers }), [], name);
    }
  },
});
