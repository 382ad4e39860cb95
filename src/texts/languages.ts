/** The languages that pages and mails are written in, and which of them somebody would like to read. */
import Negotiator from "negotiator";

/** By their own names, as people look for them. */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pt: "Português",
  nl: "Nederlands",
  pl: "Polski",
  tr: "Türkçe",
  ja: "日本語",
  zh: "中文",
  ar: "العربية",
} as const;

export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];
export const DEFAULT_LANGUAGE: Language = "en";

const rightToLeft: ReadonlySet<Language> = new Set<Language>(["ar"]);

export function directionOf(language: Language): "ltr" | "rtl" {
  return rightToLeft.has(language) ? "rtl" : "ltr";
}

/** `de-AT` is German here. Undefined for what we have no words in, or is not among those that are offered. */
export function toLanguage(tag: string | undefined, offered: readonly Language[] = languages): Language | undefined {
  const [primary = ""] = (tag ?? "").toLowerCase().split(/[-_]/, 1);
  return offered.find((language) => language === primary);
}

/** OpenID Connect's `ui_locales`: tags in the order in which the person likes them. */
export function fromLocales(list: string | null | undefined, offered?: readonly Language[]): Language | undefined {
  return (list ?? "")
    .split(" ")
    .map((tag) => toLanguage(tag, offered))
    .find((language) => language !== undefined);
}

export function fromAcceptLanguage(header: string | undefined, offered?: readonly Language[]): Language | undefined {
  if (header === undefined) return undefined;
  const liked = new Negotiator({ headers: { "accept-language": header.slice(0, 500) } }).languages();
  return liked.map((tag) => toLanguage(tag, offered)).find((language) => language !== undefined);
}
