/** From the few colours that an organization chooses to all that a page needs, each readable on the other. */
import { contrast } from "../policies/contrast.ts";
import type { PolicySettings } from "../policies/kinds.ts";

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the border of a field. */
const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;

/** Signet's own, for light pages and for dark ones: those of the style sheet (pages/style.ts). */
const signets = {
  text: ["#1c2430", "#e6e9ee"],
  accent: ["#2456c5", "#8fb0ff"],
  onAccent: ["#ffffff", "#10151c"],
  bad: ["#b3261e", "#ffb4ab"],
  good: ["#1a6b3c", "#7fd8a4"],
} as const;

/** Custom properties of the style sheet (pages/style.ts), only those that differ from Signet's own. */
export function colorsOf({
  primaryColor,
  backgroundColor,
  darkPrimaryColor,
  darkBackgroundColor,
}: Pick<PolicySettings<"branding">, "primaryColor" | "backgroundColor" | "darkPrimaryColor" | "darkBackgroundColor">): {
  light: Readonly<Record<string, string>>;
  dark: Readonly<Record<string, string>>;
} {
  return { light: scheme(primaryColor, backgroundColor), dark: scheme(darkPrimaryColor, darkBackgroundColor) };
}

function scheme(primary: string, background: string): Record<string, string> {
  const accent = primary === "" && background !== "" ? accentOn(background) : primary;
  return {
    ...(accent === "" ? {} : { accent, "on-accent": textOn(accent, signets.onAccent) }),
    ...(background === "" ? {} : onBackground(background)),
  };
}

/** A page with a background of its own has no card: everything stands on it. */
function onBackground(background: string): Record<string, string> {
  const text = textOn(background, signets.text);
  return {
    ground: background,
    card: background,
    text,
    quiet: faded(text, background, TEXT_CONTRAST),
    line: lineOn(background, text),
    field: faded(text, background, CONTROL_CONTRAST),
    // In the colour of text where neither red, or neither green, could be read: there is a sign beside it.
    bad: firstOn(background, signets.bad, TEXT_CONTRAST) ?? text,
    good: firstOn(background, signets.good, TEXT_CONTRAST) ?? text,
  };
}

/** Black or white can be read on any colour: one of them has a contrast of 4.58 at least. */
function textOn(background: string, preferred: readonly string[]): string {
  const extreme = contrast("#000000", background) >= contrast("#ffffff", background) ? "#000000" : "#ffffff";
  return firstOn(background, preferred, TEXT_CONTRAST) ?? extreme;
}

/** Who chooses a background alone may choose one on which Signet's own accent is not seen. */
function accentOn(background: string): string {
  const clearest = signets.accent.toSorted((one, other) => contrast(other, background) - contrast(one, background));
  return firstOn(background, clearest, CONTROL_CONTRAST) ?? textOn(background, signets.text);
}

function firstOn(background: string, colors: readonly string[], least: number): string | undefined {
  return colors.find((color) => contrast(color, background) >= least);
}

/** Lines only divide, and need not be seen; but where one is filled with its colour, text on it is to be read. */
function lineOn(background: string, text: string): string {
  const lines = [0.18, 0.12, 0.06].map((part) => mixed(text, background, part));
  return lines.find((line) => contrast(text, line) >= TEXT_CONTRAST) ?? background;
}

/** As close to the background as the contrast allows. */
function faded(text: string, background: string, least: number): string {
  for (const part of [0.55, 0.65, 0.75, 0.85, 0.95]) {
    const color = mixed(text, background, part);
    if (contrast(color, background) >= least) return color;
  }
  return text;
}

/** `part` of the one, the rest of the other. */
function mixed(one: string, other: string, part: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) => Math.round(channel(one, at) * part + channel(other, at) * (1 - part)));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
