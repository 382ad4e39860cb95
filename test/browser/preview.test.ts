/** The preview of a branding as the console shows it: in a frame of a page of the same origin, and of no other. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Browser, Page, Request } from "playwright-core";
import { encodeImage } from "../../src/identity/branding/encode-image.ts";
import { setImage } from "../../src/identity/branding/images.ts";
import { listenAsIdp } from "../clients/stage.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import type { Idp } from "../support/idp.ts";
import { pngOf } from "../support/pictures.ts";
import { by } from "../support/world.ts";

describe("the preview of a branding in a browser", () => {
  let chromium: Browser;
  let idp: Idp;
  before(async () => {
    [chromium, idp] = await Promise.all([launchChromium(), listenAsIdp()]);
  });
  after(async () => {
    await chromium.close();
    await idp.close();
  });

  const isPreview = (request: Request) => request.url() === `${idp.issuer}/login/preview`;

  /** A page which sends the form into a frame of its own. */
  function framingPage(fields: Record<string, string>): string {
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    return `<form method="post" action="${idp.issuer}/login/preview" target="shown">${inputs.join("")}<button>Show</button></form>
<iframe name="shown" title="Preview" width="600" height="700"></iframe>`;
  }

  async function show(page: Page): Promise<void> {
    // What may not be framed is not shown to the page that asked for it, and counts as failed.
    const answered = Promise.race([
      page.waitForEvent("requestfinished", isPreview),
      page.waitForEvent("requestfailed", isPreview),
    ]);
    await page.getByRole("button", { name: "Show" }).click();
    await answered;
  }

  test("is shown with its colours and the saved logo, in the scheme that is asked for, and nothing on it can be used", async () => {
    const organizationId = idp.world.acme.id;
    const logo = await encodeImage("logo", (await pngOf(120, 40)).toString("base64"));
    await idp.node.services.storage.transaction((tx) => setImage(tx, { kind: "logo", organizationId }, logo, by));
    await using visitor = await newVisitor(chromium, { colorScheme: "light" });
    const colors = { backgroundColor: "#fffdf5", darkBackgroundColor: "#101512" };
    const body = framingPage({ ...colors, organizationId, scheme: "dark" });
    await visitor.context.route(`${idp.issuer}/framing-page`, (route) =>
      route.fulfill({ contentType: "text/html", body }),
    );
    const page = await visitor.context.newPage();
    await page.goto(`${idp.issuer}/framing-page`);
    await show(page);
    const shown = page.frameLocator("iframe[name=shown]");
    const image = shown.locator(".mark img");
    await image.waitFor();
    assert.ok(
      await image.evaluate((one: { complete: boolean; naturalWidth: number }) => one.complete && one.naturalWidth > 0),
    );
    const background = await page.frames()[1]?.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    assert.equal(background, "rgb(16, 21, 18)");
    const field = shown.locator("[name=loginName]");
    const box = await field.boundingBox();
    assert.ok(box !== null);
    await page.mouse.click(box.x + 5, box.y + 5);
    await page.keyboard.type("ada");
    assert.equal(await field.inputValue(), "");
    // To look into the frame, this test asks for scripts there; the page has none.
    assert.deepEqual(
      [...new Set(visitor.complaints)].filter((text) => !text.startsWith("Blocked script execution")),
      [],
    );
  });

  test("another site gets none, and cannot frame the page that says so", async () => {
    const elsewhere = createServer((_request, response) => {
      response.setHeader("content-type", "text/html").end(framingPage({ primaryColor: "#0a6b3f" }));
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    await using visitor = await newVisitor(chromium);
    const refused = visitor.context.waitForEvent("console", (message) =>
      message.text().includes("frame-ancestors 'none'"),
    );
    const page = await visitor.context.newPage();
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    await show(page);
    await refused;
    elsewhere.close();
  });
});
