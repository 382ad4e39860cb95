import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { colorsOf } from "../../src/identity/branding/colors.ts";
import { contrast } from "../../src/identity/policies/contrast.ts";
import { builtInPolicies, defaultBackgrounds, type PolicySettings } from "../../src/identity/policies/kinds.ts";
import { policySettings } from "../../src/identity/policies/validate.ts";
import { style } from "../../src/pages/style.ts";

type Colors = Readonly<Record<string, string>>;
type Branding = PolicySettings<"branding">;

/** The properties of the style sheet: first those of light pages, then those of dark ones. */
const [light = {}, dark = {}] = [...style.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, rule = ""]): Colors =>
    Object.fromEntries([...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color])),
);
const own = { light, dark } as const;

/** What is drawn on what, and how well it must be told apart: 4.5 to be read, 3 to be seen. */
const pairs: readonly [front: string, back: string, least: number][] = [
  ...["text", "quiet", "bad", "good"].flatMap((front) =>
    ["card", "ground"].map((back): [string, string, number] => [front, back, 4.5]),
  ),
  ["text", "line", 4.5],
  ["on-accent", "accent", 4.5],
  ["accent", "card", 3],
  ["accent", "ground", 3],
  ["field", "card", 3],
];

function assertReadable(colors: Colors, branding: object = {}): void {
  for (const [front, back, least] of pairs) {
    const [one = "", other = ""] = [colors[front], colors[back]];
    const ratio = contrast(one, other);
    assert.ok(
      ratio >= least,
      `${front} ${one} on ${back} ${other} has ${ratio.toFixed(2)} with ${JSON.stringify(branding)}`,
    );
  }
}

function isAccepted(branding: Branding): boolean {
  try {
    policySettings("branding", branding);
    return true;
  } catch {
    return false;
  }
}

/** Both schemes with the same colours: what is accepted for one need not be for the other. */
function check(primary: string, background: string): "accepted" | "refused" {
  const inLight = { ...builtInPolicies.branding, primaryColor: primary, backgroundColor: background };
  const inDark = { ...builtInPolicies.branding, darkPrimaryColor: primary, darkBackgroundColor: background };
  for (const [scheme, branding] of [["light", inLight] as const, ["dark", inDark] as const]) {
    if (isAccepted(branding)) assertReadable({ ...own[scheme], ...colorsOf(branding)[scheme] }, branding);
  }
  return isAccepted(inLight) || isAccepted(inDark) ? "accepted" : "refused";
}

describe("colours of a branding", () => {
  test("Signet's own colours can be read", () => {
    assertReadable(light);
    assertReadable(dark);
  });

  test("a branding that leaves the colours open keeps Signet's", () => {
    assert.deepEqual(colorsOf(builtInPolicies.branding), { light: {}, dark: {} });
  });

  test("the colours of one scheme leave the other as it is", () => {
    const { light, dark } = colorsOf({
      ...builtInPolicies.branding,
      primaryColor: "#7a1fa2",
      darkBackgroundColor: "#000000",
    });
    assert.deepEqual(light, { accent: "#7a1fa2", "on-accent": "#ffffff" });
    assert.deepEqual([dark.ground, dark.accent], ["#000000", own.dark.accent]);
  });

  test("what an organization chooses is used as it is", () => {
    const { light } = colorsOf({ ...builtInPolicies.branding, primaryColor: "#ffcc00", backgroundColor: "#1a237e" });
    assert.deepEqual([light.accent, light.ground, light.card], ["#ffcc00", "#1a237e", "#1a237e"]);
  });

  const steps = ["00", "33", "66", "99", "cc", "ff"];
  const grid = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

  test("whatever background is chosen, everything on it can be read, the accent too", () => {
    const greys = Array.from({ length: 256 }, (_, level) => `#${level.toString(16).padStart(2, "0").repeat(3)}`);
    for (const background of [...grid, ...greys]) assert.equal(check("", background), "accepted", background);
  });

  test("whatever accent is accepted, with or without a background, the text on it can be read", () => {
    const backgrounds = ["", ...grid.filter((_, index) => index % 7 === 0)];
    const outcomes = grid.flatMap((primary) => backgrounds.map((background) => check(primary, background)));
    assert.ok(outcomes.includes("accepted") && outcomes.includes("refused"));
  });

  test("any accepted colours at all can be read", () => {
    const color = fc.oneof(
      { weight: 1, arbitrary: fc.constant("") },
      {
        weight: 9,
        arbitrary: fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`),
      },
    );
    fc.assert(
      fc.property(color, color, (primary, background) => {
        check(primary, background);
      }),
      { numRuns: 2_000 },
    );
  });

  test("an accent is judged on a surface that is no easier for it than those of Signet's own", () => {
    for (const [scheme, extreme] of [["light", "#000000"] as const, ["dark", "#ffffff"] as const]) {
      for (const surface of ["card", "ground"]) {
        assert.ok(
          contrast(defaultBackgrounds[scheme], extreme) <= contrast(own[scheme][surface] ?? "", extreme),
          `${scheme} ${surface}`,
        );
      }
    }
  });

  test("where the background is Signet's own, so are text and accent", () => {
    for (const scheme of ["light", "dark"] as const) {
      const background = own[scheme].card ?? "";
      const { [scheme]: colors } = colorsOf({
        ...builtInPolicies.branding,
        backgroundColor: background,
        darkBackgroundColor: background,
      });
      for (const name of ["text", "accent", "on-accent", "bad", "good"])
        assert.equal(colors[name], own[scheme][name], `${scheme} ${name}`);
    }
  });
});
