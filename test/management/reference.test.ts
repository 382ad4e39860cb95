/** The reference page: everything in it, readable by everybody, without a script. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { describeApi } from "../../src/management/openapi/openapi.ts";
import { referencePage } from "../../src/management/reference/page.ts";
import { style } from "../../src/management/reference/style.ts";
import { inline, toBlocks } from "../../src/management/reference/text.ts";
import { routes } from "../../src/management/routes.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { startTestNode, type TestNode } from "../support/node.ts";

const LARGEST = 600 * 1024;
const server = "https://id.example/management/v1";
const document = describeApi(routes, server);
const page = referencePage(document);
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

describe("the reference page", () => {
  test("has every call, with its method, its path and what it needs", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const entry = page.split(`<article id="${operation.operationId}"`)[1]?.split("</article>")[0] ?? "";
        assert.ok(entry.includes(`<b>${method.toUpperCase()}</b> <code>${path}</code>`), path);
        const needs =
          operation["x-permission"] === "any"
            ? "Every manager may call it"
            : `href="#permission-${operation["x-permission"]}"`;
        assert.ok(entry.includes(needs), path);
        for (const { name } of operation.parameters)
          assert.ok(entry.includes(`<code>${name}</code>`), `${path} ${name}`);
        assert.ok(entry.includes(`curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} &quot;${server}`), path);
      }
    }
  });

  test("has every property of every body and answer", () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const property of Object.keys(properties)) {
        assert.ok(new RegExp(`<code>([\\w.*[\\]]+[.])?${property}</code>`).test(page), `${name}.${property}`);
      }
    }
  });

  test("every link within it leads somewhere, and no place has the name of another", () => {
    const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target = ""]) => target);
    assert.deepEqual([...new Set(targets.filter((target) => !ids.includes(target)))], []);
    assert.deepEqual(ids.toSorted(), [...new Set(ids)].toSorted());
  });

  test("is small enough to be one page", () => {
    assert.ok(Buffer.byteLength(page) < LARGEST, `${Buffer.byteLength(page)} bytes`);
  });

  test("its headings are in order, and its parts are named", () => {
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    assert.equal(levels.filter((level) => level === 1).length, 1);
    for (const [i, level] of levels.entries()) assert.ok(level <= (levels[i - 1] ?? 0) + 1, `heading ${i}`);
    for (const part of ['<html lang="en">', "<main ", "<header ", '<nav aria-label="Contents">', 'href="#main"'])
      assert.ok(page.includes(part));
  });

  test("what comes from a schema is text, never HTML", () => {
    assert.equal(
      inline('<script>alert("`x`")</script>').text,
      "&lt;script&gt;alert(&quot;<code>x</code>&quot;)&lt;/script&gt;",
    );
    assert.equal(inline("[here](javascript:alert)").text, "[here](javascript:alert)");
    assert.equal(inline("a * b, `c*d*` and **e**").text, "a * b, <code>c*d*</code> and <strong>e</strong>");
    assert.deepEqual(
      toBlocks("## A <b>\n\none\ntwo\n\n- x\n- y", 3).map(({ text }) => text.trim()),
      ['<h3 id="a-b-">A &lt;b&gt;</h3>', "<p>one\ntwo</p>", "<ul><li>x</li><li>y</li></ul>"],
    );
  });
});

describe("the colours of the reference page", () => {
  const [light = "", dark = ""] = [...style.matchAll(/:root \{([^}]+)\}/g)].map(([, rule]) => rule);
  for (const [scheme, rule] of Object.entries({ light, dark })) {
    const colours = Object.fromEntries(
      [...rule.matchAll(/--(\w+): (#\w{6})/g)].map(([, name = "", colour = ""]) => [name, colour]),
    );
    for (const text of ["text", "quiet", "accent"]) {
      for (const ground of ["ground", "side", "code", "mark"]) {
        test(`${scheme}: ${text} can be read on ${ground}`, () => {
          assert.ok(contrast(colours[text] ?? "", colours[ground] ?? "") >= 4.5);
        });
      }
    }
  }
});

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe("GET /management/v1/docs", () => {
  let node: TestNode;
  let chromium: Browser;
  let url: string;
  before(async () => {
    node = await startTestNode();
    chromium = await launchChromium();
    url = `http://127.0.0.1:${await node.listen()}/management/v1/docs`;
  });
  after(async () => {
    await chromium.close();
    await node.close();
  });

  test("needs no token, stays at the address it was asked for at, and may be kept", async () => {
    const { statusCode, headers, body } = await node.app.inject({
      url: "/management/v1/docs",
      headers: { host: "elsewhere", accept: "text/html" },
    });
    assert.equal(statusCode, 200);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.equal(headers["cache-control"], "public, max-age=300");
    assert.match(
      String(headers["content-security-policy"]),
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src/,
    );
    assert.ok(!body.includes("<script"));
    const again = await node.app.inject({
      url: "/management/v1/docs",
      headers: { "if-none-match": String(headers.etag) },
    });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
  });

  const opened = async (page: Page) =>
    page.getByRole("navigation").getByRole("link", { name: "Permissions" }).isVisible();

  for (const colorScheme of ["light", "dark"] as const) {
    for (const [width, height] of [
      [320, 568],
      [390, 844],
      [1280, 800],
    ] as const) {
      test(`${colorScheme}, ${width} pixels wide: nothing is blocked, nothing sticks out, and the contents can be reached`, async () => {
        await using visitor = await newVisitor(chromium, { viewport: { width, height }, colorScheme });
        const page = await visitor.context.newPage();
        await page.goto(url);
        assert.ok((await page.evaluate<number>("document.documentElement.scrollWidth")) <= width);
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to the text");
        assert.equal(await opened(page), width > 900);
        if (width < 900) {
          await page.keyboard.press("Tab");
          await page.keyboard.press("Enter");
          assert.ok(await opened(page));
        }
        await page.getByRole("navigation").getByRole("link", { name: "Permissions" }).click();
        assert.ok(await page.getByRole("heading", { name: "Permissions", level: 2 }).isVisible());
        assert.deepEqual(visitor.complaints, []);
      });
    }
  }
});
