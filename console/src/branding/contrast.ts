/** Whether a color can be seen on its background, said while it is chosen; the API judges it again by the same rule. */
import { luminance } from "@mantine/core";
import type { BrandingSettings } from "./branding-calls.ts";

/** WCAG 2.2, 1.4.11. */
const LEAST = 3;
/** What pages are drawn on where the background is left open. */
const plain = { light: "#f4f5f7", dark: "#1a1e24" } as const;

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export interface Visibility {
  /** "5.31:1", cut off and not rounded: what is not enough is not shown as if it were. */
  readonly ratio: string;
  readonly isEnough: boolean;
}

/** Undefined where no color was chosen, or what was typed is none yet. */
export function visibility(settings: BrandingSettings, scheme: "light" | "dark"): Visibility | undefined {
  const [color, chosen] =
    scheme === "light"
      ? [settings.primaryColor, settings.backgroundColor]
      : [settings.darkPrimaryColor, settings.darkBackgroundColor];
  const background = chosen === "" ? plain[scheme] : chosen;
  if (!isColor(color) || !isColor(background)) return undefined;
  const ratio = contrast(color, background);
  return { ratio: `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`, isEnough: ratio >= LEAST };
}

/** Whether pages can be drawn with these settings. A link that is not finished does not stop that. */
export function canBeDrawn(settings: BrandingSettings): boolean {
  const { primaryColor, backgroundColor, darkPrimaryColor, darkBackgroundColor } = settings;
  const colors = [primaryColor, backgroundColor, darkPrimaryColor, darkBackgroundColor];
  const isVisible = (["light", "dark"] as const).every((scheme) => visibility(settings, scheme)?.isEnough !== false);
  return colors.every((color) => color === "" || isColor(color)) && isVisible;
}
