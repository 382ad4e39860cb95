/** Styles as for somebody who prefers light or dark pages, whatever this device prefers: for a preview. */

export const schemes = ["auto", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** What asks for dark pages, in style sheets and beside pictures. */
export const prefersDark = "(prefers-color-scheme: dark)";

/** A query that is true becomes `all`, one that is false `not all`; the rest of the text is kept. */
export function inScheme(text: string, scheme: Scheme): string {
  if (scheme === "auto") return text;
  const [isDark, isLight] = scheme === "dark" ? ["all", "not all"] : ["not all", "all"];
  return text
    .replaceAll(`not all and ${prefersDark}`, isLight)
    .replaceAll(prefersDark, isDark)
    .replace("color-scheme: light dark", `color-scheme: ${scheme}`);
}
