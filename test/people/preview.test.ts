import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { encodeImage } from "../../src/identity/branding/encode-image.ts";
import { setImage } from "../../src/identity/branding/images.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { contentOf } from "../support/content.ts";
import { enginesOf } from "../support/engines.ts";
import { type Idp, startIdp } from "../support/idp.ts";
import { pngOf } from "../support/pictures.ts";
import { by } from "../support/world.ts";

const chosen = {
  primaryColor: "#0a6b3f",
  backgroundColor: "#fffdf5",
  darkPrimaryColor: "#7fe0b0",
  darkBackgroundColor: "#101512",
  termsUrl: "https://acme.example/terms",
  privacyUrl: "",
  helpUrl: "https://acme.example/help",
  hideSignetName: "true",
};

for (const engine of enginesOf(import.meta.filename)) {
  describe(`the preview of a branding, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());

    const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      idp.node.app.inject({
        method: "POST",
        url: "/login/preview",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "text/html",
          "sec-fetch-site": "same-origin",
          ...headers,
        },
        payload: new URLSearchParams(form).toString(),
      });
    const unchanged = async <T>(work: () => Promise<T>): Promise<T> => {
      const before = await contentOf(idp.world.storage);
      const result = await work();
      assert.deepEqual(await contentOf(idp.world.storage), before);
      return result;
    };

    test("shows the real page with the settings of the form, and keeps nothing", async () => {
      const { body, statusCode, headers } = await unchanged(() => send(chosen));
      assert.equal(statusCode, 200, body);
      assert.match(body, /<input [^>]*name="loginName"/);
      for (const part of ["--accent: #0a6b3f", "--ground: #fffdf5", "--accent: #7fe0b0", "--ground: #101512"]) {
        assert.ok(body.includes(part), part);
      }
      assert.match(body, /href="https:\/\/acme\.example\/terms"/);
      assert.match(body, /href="https:\/\/acme\.example\/help"/);
      assert.equal(headers["set-cookie"], undefined);
      assert.equal(headers["cache-control"], "no-store");
      assert.ok(!(await send({})).body.includes("#0a6b3f"));
    });

    test("can be framed by our own pages only, runs nothing and sends nothing", async () => {
      for (const page of ["sign-in", "password"]) {
        const { body, headers } = await send({ ...chosen, page });
        const policy = String(headers["content-security-policy"]).split("; ");
        for (const rule of [
          "default-src 'none'",
          "form-action 'none'",
          "frame-ancestors 'self'",
          "sandbox allow-same-origin",
        ]) {
          assert.ok(policy.includes(rule), `${rule}: ${policy}`);
        }
        assert.ok(!policy.some((rule) => rule.startsWith("script-src")));
        assert.equal(headers["x-frame-options"], "SAMEORIGIN");
        assert.match(body, /<body inert>/);
        assert.doesNotMatch(body, /<script|autofocus/);
      }
    });

    test("pages that work still cannot be framed", async () => {
      const { headers, body } = await idp.node.app.inject({
        url: "/logout/done",
        headers: { host: new URL(idp.issuer).host },
      });
      assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/);
      assert.doesNotMatch(String(headers["content-security-policy"]), /sandbox/);
      assert.equal(headers["x-frame-options"], "DENY");
      assert.doesNotMatch(body, /inert/);
    });

    test("shows the page for the password, with somebody made up", async () => {
      const { body } = await send({ page: "password" });
      assert.match(body, /<input [^>]*name="password"/);
      assert.match(body, /ada@example\.com/);
    });

    test("shows the name, the saved pictures and the languages of the organization", async () => {
      const organizationId = idp.world.acme.id;
      const logo = await encodeImage("logo", (await pngOf(40, 10)).toString("base64"));
      const languages = { default: "de", offered: ["de", "fr"] };
      await idp.node.services.storage.transaction(async (tx) => {
        await setImage(tx, { kind: "logo", organizationId }, logo, by);
        await setPolicy(tx, "languages", { organizationId, settings: languages }, by);
      });
      const { body } = await send({ ...chosen, organizationId }, { "accept-language": "ja" });
      assert.match(body, new RegExp(`<img src="/login/images/${logo.id}" alt="${idp.world.acme.name}">`));
      assert.match(body, /<html lang="de"/);
      const instance = await send(chosen, { "accept-language": "ja" });
      assert.ok(!instance.body.includes(logo.id));
      assert.match(instance.body, /<html lang="ja"/);
    });

    test("a colour scheme can be forced, for the colours, the controls and the logo", async () => {
      const organizationId = idp.world.other.id;
      for (const kind of ["logo", "dark_logo"] as const) {
        const image = await encodeImage(kind, (await pngOf(kind === "logo" ? 41 : 42, 10)).toString("base64"));
        await idp.node.services.storage.transaction((tx) => setImage(tx, { kind, organizationId }, image, by));
      }
      const auto = (await send({ ...chosen, organizationId, scheme: "auto" })).body;
      assert.match(auto, /color-scheme: light dark;/);
      assert.match(auto, /media="\(prefers-color-scheme: dark\)"/);
      for (const [scheme, own, other, source] of [
        ["light", "#fffdf5", "#101512", "not all"],
        ["dark", "#101512", "#fffdf5", "all"],
      ] as const) {
        const { body } = await send({ ...chosen, organizationId, scheme });
        assert.ok(!body.includes("prefers-color-scheme"), scheme);
        assert.match(body, new RegExp(`:root \\{ color-scheme: ${scheme};`));
        assert.match(body, new RegExp(`@media all \\{ :root \\{ [^}]*--ground: ${own};`));
        assert.match(body, new RegExp(`@media not all \\{ :root \\{ [^}]*--ground: ${other};`));
        assert.match(body, new RegExp(`<source [^>]*media="${source}"`));
      }
    });

    for (const site of ["cross-site", "same-site", "none", undefined]) {
      test(`asked for from elsewhere (Sec-Fetch-Site: ${site ?? "not sent"}), there is none`, async () => {
        const { "sec-fetch-site": _, ...rest } = { "sec-fetch-site": "same-origin", accept: "text/html" };
        const { statusCode, body, headers } = await unchanged(() =>
          idp.node.app.inject({
            method: "POST",
            url: "/login/preview",
            headers: {
              ...rest,
              "content-type": "application/x-www-form-urlencoded",
              ...(site ? { "sec-fetch-site": site } : {}),
            },
            payload: new URLSearchParams(chosen).toString(),
          }),
        );
        assert.equal(statusCode, 403);
        assert.match(body, /only inside the console/);
        assert.ok(!body.includes("#0a6b3f"));
        assert.equal(headers["x-frame-options"], "DENY");
      });
    }

    test("what the management API would refuse is refused, each by its name", async () => {
      const wrong: [form: Record<string, string>, said: RegExp[]][] = [
        [{ primaryColor: "red" }, [/primaryColor must be a colour/]],
        [{ primaryColor: "#ffff00" }, [/primaryColor #ffff00 on #f4f5f7 has a contrast of/]],
        [{ primaryColor: "#000;}</style><script>alert(1)</script>" }, [/primaryColor must be a colour/]],
        [{ helpUrl: "javascript:alert(1)" }, [/helpUrl must be an https address/]],
        [{ termsUrl: "http://acme.example" }, [/termsUrl must be an https address/]],
        [{ hideSignetName: "maybe" }, [/hideSignetName/]],
        [{ customCss: "body{}" }, [/customCss is not a setting/]],
        [{ page: "account" }, [/page must be one of sign-in, password/]],
        [{ scheme: "sepia" }, [/scheme must be one of auto, light, dark/]],
        [{ organizationId: "\u0000'--" }, [/organizationId must be the id of an organization/]],
        [{ primaryColor: "blue", page: "x" }, [/primaryColor/, /page must/]],
      ];
      for (const [form, said] of wrong) {
        const { statusCode, body, headers } = await unchanged(() => send(form));
        assert.equal(statusCode, 400, JSON.stringify(form));
        for (const text of said) assert.match(body, text);
        assert.doesNotMatch(body, /<script/);
        assert.equal(headers["x-frame-options"], "SAMEORIGIN");
      }
    });

    test("a form of very many fields is refused as a whole, before any of them is looked at", async () => {
      const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`a${n}`, ""]));
      const { statusCode, body } = await unchanged(() => send({ ...many, primaryColor: "red" }));
      assert.equal(statusCode, 400);
      assert.match(body, /form must have at most 50 fields/);
      assert.doesNotMatch(body, /a0|primaryColor/);
      // The twin: a few that do not exist are each told.
      assert.match((await send({ a0: "", primaryColor: "red" })).body, /a0 is not a setting/);
    });

    test("a language in the address counts, and leaves no cookie; other methods and bodies are refused", async () => {
      const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
      const french = await idp.node.app.inject({ method: "POST", url: "/login/preview?lang=fr", headers, payload: "" });
      assert.match(french.body, /<html lang="fr"/);
      assert.equal(french.headers["set-cookie"], undefined);
      assert.equal(
        (await idp.node.app.inject({ url: "/login/preview", headers: { "sec-fetch-site": "same-origin" } })).statusCode,
        405,
      );
      const json = { ...headers, "content-type": "application/json" };
      assert.equal(
        (await idp.node.app.inject({ method: "POST", url: "/login/preview", headers: json, payload: "{}" })).statusCode,
        415,
      );
    });
  });
}
