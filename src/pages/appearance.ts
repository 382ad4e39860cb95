/** What a page looks like and which language it speaks, for whoever asked for it. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { queryString } from "../http/forms.ts";
import { type Brand, plainBrand } from "../identity/branding/brand.ts";
import { fromAcceptLanguage, fromLocales, type Language, toLanguage } from "../texts/languages.ts";
import { type Words, wordsIn } from "../texts/words.ts";
import type { Scheme } from "./color-scheme.ts";

export interface Appearance {
  readonly words: Words;
  readonly brand: Brand;
  /** Only to be looked at, in a frame of our own pages: nothing on it works. */
  readonly preview?: { readonly scheme: Scheme };
}

/** The choice of a language in the footer; it counts for this browser, in every room that has cookies. */
export const LANGUAGE_PARAMETER = "lang";
const COOKIE = "signet-language";
const YEAR_SECONDS = 31_536_000;

/**
 * Chosen by the person, asked for by the application, preferred by the browser: in this order, among those that are
 * offered.
 */
export function languageOf(
  request: FastifyRequest,
  { uiLocales, brand = plainBrand }: { uiLocales?: string | null; brand?: Pick<Brand, "languages"> } = {},
): Language {
  const { offered, default: otherwise } = brand.languages;
  return (
    chosenNow(request, offered) ??
    toLanguage(cookieOf(request), offered) ??
    fromLocales(uiLocales, offered) ??
    fromAcceptLanguage(request.headers["accept-language"], offered) ??
    otherwise
  );
}

function chosenNow(request: FastifyRequest, offered?: readonly Language[]): Language | undefined {
  if (!request.url.includes(`${LANGUAGE_PARAMETER}=`)) return undefined;
  return toLanguage(new URLSearchParams(queryString(request)).get(LANGUAGE_PARAMETER) ?? undefined, offered);
}

/** Read by hand: the pages about errors are also shown where no cookies are parsed. */
function cookieOf(request: FastifyRequest): string | undefined {
  return /(?:^|;\s*)(?:__Host-)?signet-language=([a-z]{2})(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];
}

/** Sent with any page whose address names a language. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, { https }: { https: boolean }): void {
  const language = chosenNow(request);
  if (language === undefined) return;
  const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  reply.header(
    "set-cookie",
    https ? `__Host-${COOKIE}=${language}; ${attributes}; Secure` : `${COOKIE}=${language}; ${attributes}`,
  );
}

/** Without a brand, where there is none to read or no time to. */
export function appearanceFor(
  request: FastifyRequest,
  { uiLocales = null, brand = plainBrand }: { uiLocales?: string | null; brand?: Brand } = {},
): Appearance {
  return { words: wordsIn(languageOf(request, { uiLocales, brand })), brand };
}
