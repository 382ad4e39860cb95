/** The languages that pages are written in, and what their speakers call them. */
import type { SettingsOf } from "./policy-calls.ts";

type Language = SettingsOf<"languages">["default"];

/** A language that is missing here is a mistake that the compiler finds. */
const everyLanguage: Readonly<Record<Language, true>> = {
  en: true,
  de: true,
  fr: true,
  es: true,
  it: true,
  pt: true,
  nl: true,
  pl: true,
  tr: true,
  ja: true,
  zh: true,
  ar: true,
};

export const languages = Object.keys(everyLanguage) as Language[];

/** "Deutsch", with a capital as a name in a list has one. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
