/** What a page or a mail says, in the reader's language. Each language is one file with the same keys as en.ts. */
import ar from "./ar.ts";
import de from "./de.ts";
import { en } from "./en.ts";
import es from "./es.ts";
import fr from "./fr.ts";
import it from "./it.ts";
import ja from "./ja.ts";
import { directionOf, type Language } from "./languages.ts";
import nl from "./nl.ts";
import pl from "./pl.ts";
import pt from "./pt.ts";
import tr from "./tr.ts";
import zh from "./zh.ts";

export type TextKey = keyof typeof en;
/** A file of a language: `const de: Texts = { … }`. What is in braces is filled in. */
export type Texts = Readonly<Record<TextKey, string>>;

export const texts: Readonly<Record<Language, Texts>> = { en, de, fr, es, it, pt, nl, pl, tr, ja, zh, ar };

export interface Words {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  /** The text, with what is in braces replaced. It is plain text: whoever puts it into HTML escapes it. */
  say(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** "5 minutes", as one says it there. */
  duration(seconds: number): string;
  /** "November 15, 2026 at 10:12 UTC", as one writes it there. Nobody has told us where the reader is. */
  moment(at: number): string;
}

const kept = new Map<Language, Words>();

export function wordsIn(language: Language): Words {
  const known = kept.get(language) ?? makeWords(language);
  kept.set(language, known);
  return known;
}

function makeWords(language: Language): Words {
  return {
    language,
    direction: directionOf(language),
    say: (key, values = {}) =>
      texts[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? "")),
    duration(seconds) {
      const [amount, unit] = inLargeUnits(Math.ceil(seconds));
      return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(amount);
    },
    moment: (at) => new Intl.DateTimeFormat(language, moment).format(at),
  };
}

const moment: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  timeZoneName: "short",
};

/** Rounded up: whoever waits as long as it says has waited long enough. */
function inLargeUnits(seconds: number): [number, "second" | "minute" | "hour" | "day"] {
  if (seconds >= 345_600) return [Math.ceil(seconds / 86_400), "day"];
  if (seconds >= 6_000 || seconds % 3_600 === 0) return [Math.ceil(seconds / 3_600), "hour"];
  return seconds >= 100 || seconds % 60 === 0 ? [Math.ceil(seconds / 60), "minute"] : [seconds, "second"];
}
