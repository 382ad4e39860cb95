/** Which words a user is found by, and which words a query asks for: cut and folded in the same way. */
import { nameKey } from "../names.ts";

/** Longer ones are cut, in the index and in queries alike. */
const LONGEST = 100;
/** Of what is searched for, or found by; normalising what is endless would take endless time. */
const LONGEST_TEXT = 1_000;
const WORDS_A_TEXT = 24;
const WORDS_A_QUERY = 5;

/**
 * Every piece between spaces is a word, and so is every part of it between signs: Anne-Marie is found by Marie, and
 * ada.lovelace@acme.example by lovelace. What follows the @ is no word: everybody in an organization may share it.
 */
export function searchWords(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(text).slice(0, WORDS_A_TEXT)))];
}

function wordsOf(text: string): string[] {
  return pieces(text).flatMap((piece) => {
    const at = piece.lastIndexOf("@");
    const local = at < 0 ? piece : piece.slice(0, at);
    return [piece, local, ...local.split(/[^\p{L}\p{M}\p{N}]+/u)].filter(hasLetters).map(cut);
  });
}

/**
 * Each once, the longest first. Whoever has a word that begins with `anna` has one that begins with `an`: that says
 * nothing more.
 */
export function queryWords(query: string): string[] {
  const words = [...new Set(pieces(query).filter(hasLetters).map(cut))];
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .slice(0, WORDS_A_QUERY);
}

function pieces(text: string): string[] {
  return nameKey(text.slice(0, LONGEST_TEXT))
    .replaceAll("ς", "σ") // A sigma at the end of what was typed may be in the middle of the word.
    .split(/[\s\p{Cc}]+/u)
    .map((piece) => piece.replace(/[\p{Cf}\p{Cn}\p{Cs}]|^[^\p{L}\p{M}\p{N}]+|[,;:!?"'()<>[\]]+$/gu, ""));
}

function hasLetters(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}

function cut(word: string): string {
  return [...word].slice(0, LONGEST).join("");
}
