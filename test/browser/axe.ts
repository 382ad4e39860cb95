/** axe-core in a page: what keeps somebody from reading or using it, as far as a program can see. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { oneOf } from "../support/divided.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const judge = (
  runOnly: readonly string[],
) => `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`;

/**
 * A colour on its way from one to the other is neither. A sheet that a page adopts is nothing that its policy forbids.
 */
const atOnce = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { transition: none !important }");
  document.adoptedStyleSheets.push(sheet);
})()`;
const asBefore = "document.adoptedStyleSheets.pop()";
/** Scripts that follow the colour scheme hear of it just before a frame. */
const twoFrames = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";

/**
 * In light and in dark, where nothing but the colours is another. `npm test` looks at a page in one of them, by all
 * rules.
 */
export async function findObstacles(page: Page): Promise<string[]> {
  // The Console stays the same document from page to page.
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(source);
  await page.evaluate(atOnce);
  const found: string[] = [];
  const schemes = oneOf(`colours of ${kindOf(page)}`, ["light", "dark"] as const);
  for (const colorScheme of schemes) {
    const asked = colorScheme === schemes[0] ? rules : ["color-contrast"];
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(twoFrames);
    found.push(...(await page.evaluate<string[]>(judge(asked))).map((obstacle) => `${colorScheme}: ${obstacle}`));
  }
  await page.evaluate(asBefore);
  return found;
}

/** The address of a page without what differs from run to run. */
export function kindOf(page: Page): string {
  return new URL(page.url()).pathname.replaceAll(/[\w-]{20,}/g, "");
}
