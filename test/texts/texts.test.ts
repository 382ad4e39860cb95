import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { en } from "../../src/texts/en.ts";
import { directionOf, fromAcceptLanguage, fromLocales, languages, toLanguage } from "../../src/texts/languages.ts";
import { type TextKey, texts, wordsIn } from "../../src/texts/words.ts";

const placeholdersOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
const root = join(import.meta.dirname, "../..");

describe("languages", () => {
  for (const language of languages) {
    test(`${language} has every text, none that English lacks, and the same things to fill in`, () => {
      assert.deepEqual(Object.keys(texts[language]).toSorted(), Object.keys(en).toSorted());
      for (const [key, english] of Object.entries(en)) {
        const text = texts[language][key as TextKey];
        assert.notEqual(text.trim(), "", `${key} is empty`);
        assert.deepEqual(placeholdersOf(text), placeholdersOf(english), key);
      }
    });

    test(`${language} keeps the tone: no exclamation marks, no three dots, no space at the ends`, () => {
      for (const [key, text] of Object.entries(texts[language])) {
        assert.doesNotMatch(text, /[!！¡]|\.\.\.|^\s|\s$/, key);
      }
    });

    test(`${language} is a translation: hardly any sentence is the English one`, () => {
      if (language === "en") return;
      const same = Object.entries(en).filter(
        ([key, text]) => text.split(" ").length > 2 && texts[language][key as TextKey] === text,
      );
      assert.deepEqual(same, []);
    });
  }

  test("every text is used somewhere, and none is asked for that there is not", () => {
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.startsWith("texts/"))
      .map((path) => readFileSync(join(root, "src", path), "utf8"))
      .join("\n");
    // Some are put together from parts, which are listed here with what they are put together to.
    const composed = [
      /^error\.(notFound|busy|broken|badRequest)(Title)?$/,
      /^register\.(email|givenName|familyName|userName|phone)$/,
    ];
    const unused = Object.keys(en).filter(
      (key) => !sources.includes(`"${key}"`) && !composed.some((pattern) => pattern.test(key)),
    );
    assert.deepEqual(unused, []);
  });
});

describe("which language somebody reads", () => {
  test("a tag with a region means its language", () => {
    assert.equal(toLanguage("de-AT"), "de");
    assert.equal(toLanguage("zh_Hant_TW"), "zh");
    assert.equal(toLanguage("PT"), "pt");
    for (const none of ["", "xx", "deutsch", "e", undefined, "../en"]) assert.equal(toLanguage(none), undefined);
  });

  test("ui_locales: the first that we have", () => {
    assert.equal(fromLocales("gsw fr-CH de"), "fr");
    assert.equal(fromLocales("gsw rm"), undefined);
    assert.equal(fromLocales(null), undefined);
    assert.equal(fromLocales("fr de", ["de", "it"]), "de");
  });

  test("accept-language: the most liked that we have; nonsense is ignored", () => {
    assert.equal(fromAcceptLanguage("gsw, it;q=0.3, ja;q=0.8, *;q=0.1"), "ja");
    assert.equal(fromAcceptLanguage("de;q=0, nl"), "nl");
    assert.equal(fromAcceptLanguage("nl, pl-PL;q=0.5", ["en", "pl"]), "pl");
    assert.equal(fromAcceptLanguage("nl", ["en", "pl"]), undefined);
    for (const none of [undefined, "", "*", ";;;q=x", "x".repeat(5_000)])
      assert.equal(fromAcceptLanguage(none), undefined);
  });

  test("Arabic is written from right to left, and nothing else here", () => {
    assert.deepEqual(
      languages.filter((language) => directionOf(language) === "rtl"),
      ["ar"],
    );
  });
});

describe("words", () => {
  test("what is in braces is filled in as it is; what is missing leaves nothing behind", () => {
    assert.equal(wordsIn("en").say("signIn.title", { application: "<b>{x}" }), "Sign in to <b>{x}");
    assert.equal(wordsIn("en").say("signIn.title"), "Sign in to ");
  });

  test("a duration is as one says it, and never too short", () => {
    const { duration } = wordsIn("en");
    assert.deepEqual([1, 59.2, 60, 100, 899, 3_600, 259_200].map(duration), [
      "1 second",
      "1 minute",
      "1 minute",
      "2 minutes",
      "15 minutes",
      "1 hour",
      "72 hours",
    ]);
    assert.equal(wordsIn("de").duration(900), "15 Minuten");
    assert.equal(wordsIn("pl").duration(5), "5 sekund");
  });
});
