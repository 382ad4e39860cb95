/** axe-core in a page: what keeps somebody from reading or using it, as far as a program can see. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const judge = (
  runOnly: readonly string[],
) => `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`;

/** A colour on its way from one to the other is neither. What never ends (a skeleton) cannot be finished, and goes on. */
const endTransitions = "document.getAnimations().forEach((one) => { if (one instanceof CSSTransition) one.finish(); })";

/** In light, then in dark, where nothing but the colours is another. */
export async function findObstacles(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const [colorScheme, asked] of [
    ["light", rules],
    ["dark", ["color-contrast"]],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(endTransitions);
    found.push(...(await page.evaluate<string[]>(judge(asked))).map((obstacle) => `${colorScheme}: ${obstacle}`));
  }
  return found;
}
