import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { encodeImage } from "../../src/identity/branding/encode-image.ts";
import { removeImage, setImage } from "../../src/identity/branding/images.ts";
import { enginesOf } from "../support/engines.ts";
import { authorizeUrl, type Idp, startIdp } from "../support/idp.ts";
import { pngOf, webpChunks } from "../support/pictures.ts";
import { by } from "../support/world.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`pictures on the pages, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());

    const set = async (kind: "logo" | "dark_logo" | "icon", width: number, organizationId?: string) => {
      const image = await encodeImage(kind, (await pngOf(width, 10)).toString("base64"));
      await idp.node.services.storage.transaction((tx) => setImage(tx, { kind, organizationId }, image, by));
      return image;
    };
    const get = (id: string, headers: Record<string, string> = {}) =>
      idp.node.app.inject({ url: `/login/images/${id}`, headers });

    test("a picture is answered as it is kept, in a way that it can do nothing but be seen", async () => {
      const image = await set("logo", 41, idp.world.acme.id);
      const answer = await get(image.id);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.rawPayload.toString("base64"), image.base64);
      webpChunks(answer.rawPayload);
      const expected = {
        "content-type": "image/webp",
        "content-disposition": 'inline; filename="image.webp"',
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
      };
      for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers[name], value, name);
      assert.equal(answer.headers["set-cookie"], undefined);
      assert.equal(answer.headers["access-control-allow-origin"], undefined);
    });

    test("its size can be asked for without it, and nothing else can be done at its address", async () => {
      const { id } = await set("logo", 42, idp.world.acme.id);
      const url = `/login/images/${id}`;
      const head = await idp.node.app.inject({ method: "HEAD", url });
      assert.deepEqual([head.statusCode, head.rawPayload.length], [200, 0]);
      for (const method of ["POST", "PUT", "DELETE"] as const) {
        assert.equal((await idp.node.app.inject({ method, url })).statusCode, 405, method);
      }
    });

    test("what is not there is not found, is not kept by anybody, and does not ask the database if it cannot be there", async () => {
      const { id } = await set("icon", 43, idp.world.acme.id);
      await idp.node.services.storage.transaction((tx) =>
        removeImage(tx, { kind: "icon", organizationId: idp.world.acme.id }, by),
      );
      const wrong = [
        id,
        "a".repeat(43),
        "a",
        "..%2f..%2fetc%2fpasswd",
        `${id}.webp`,
        "%00",
        "'%20OR%201=1--",
        "a".repeat(199),
      ];
      for (const one of wrong) {
        for (const accept of ["image/webp", "text/html"]) {
          const answer = await get(one, { accept });
          assert.equal(answer.statusCode, 404, one);
          assert.equal(answer.headers["cache-control"], "no-store");
          assert.ok(!String(answer.headers["content-type"]).startsWith("image/"));
        }
      }
    });

    test("the sign-in page of an organization shows its own pictures, or else the instance's", async () => {
      const signIn = async () => (await idp.browser().visit(authorizeUrl(idp, { client: idp.web }))).body;
      const organizationId = idp.world.acme.id;
      for (const kind of ["logo", "icon"] as const) {
        await idp.node.services.storage.transaction((tx) => removeImage(tx, { kind, organizationId }, by));
      }
      const plain = await signIn();
      assert.ok(!plain.includes("/login/images/"));

      const shared = await set("logo", 44);
      assert.ok((await signIn()).includes(`<img src="/login/images/${shared.id}" alt="Acme">`));

      const [logo, dark, icon] = [
        await set("logo", 45, organizationId),
        await set("dark_logo", 46, organizationId),
        await set("icon", 47, organizationId),
      ];
      const page = await signIn();
      assert.ok(page.includes(`<img src="/login/images/${logo.id}" alt="Acme">`), page);
      assert.ok(page.includes(`<source srcset="/login/images/${dark.id}" media="(prefers-color-scheme: dark)">`));
      assert.ok(page.includes(`<link rel="icon" href="/login/images/${icon.id}">`));
      assert.ok(!page.includes(shared.id));
    });
  });
}
