/** The frame of every page: one column, one thing to do, and a footer. */
import type { FastifyReply } from "fastify";
import { setPageHeaders, sourceHash } from "../http/headers.ts";
import { type Brand, plainBrand } from "../identity/branding/brand.ts";
import { colorsOf } from "../identity/branding/colors.ts";
import { keepUpTo } from "../storage/kept.ts";
import { type Language, languageNames } from "../texts/languages.ts";
import type { Words } from "../texts/words.ts";
import { type Appearance, LANGUAGE_PARAMETER } from "./appearance.ts";
import { inScheme, prefersDark, type Scheme } from "./color-scheme.ts";
import { Html, html } from "./html.ts";
import { icons } from "./icons.ts";
import { paths } from "./login-request.ts";
import { style } from "./style.ts";

/** The mark of Signet, in the page: without it, browsers ask for /favicon.ico each time. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#2456c5" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="9" r="6"/><path d="M9 14.5 7 22l5-3 5 3-2-7.5"/></svg>')}`;

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** A constant of ours; a page without one runs nothing. */
  readonly script?: string;
  /** A form of it leads back to an application. */
  readonly leadsAway?: boolean;
  /** Where the page can be asked for again, in another language; by default where it is, if it was asked for by GET. */
  readonly address?: string;
  /** Above the heading: where one is, and where else one can go. */
  readonly before?: Html;
  /** More than one thing to do. */
  readonly wide?: boolean;
}

export function sendPage(reply: FastifyReply, appearance: Appearance, page: Page): FastifyReply {
  const { words, brand, preview } = appearance;
  const styles = stylesFor(appearance);
  const script = preview === undefined ? page.script : undefined;
  setPageHeaders(reply, {
    styles: styles.map(({ hash }) => hash),
    ...(script === undefined ? {} : { script: sourceHash(script) }),
    leadsAway: page.leadsAway ?? false,
    preview: preview !== undefined,
  });
  const document = html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<link rel="icon" href="${brand.images.icon === undefined ? ICON : imageAddress(brand.images.icon)}">
${styles.map(({ text }) => html`<style>${new Html(text)}</style>`)}
</head>
<body${preview && html` inert`}>
<main${page.wide ? html` class="wide"` : undefined}>
${markOf(brand, preview?.scheme)}
${page.before}<h1>${page.title}</h1>
${page.body}
</main>
${footerOf(words, brand, page.address ?? addressOf(reply))}
${script === undefined ? undefined : html`<script>${new Html(script)}</script>`}
</body>
</html>
`;
  return reply.send(document.text);
}

interface StyleSheet {
  readonly text: string;
  readonly hash: string;
}

const ownStyle = toStyleSheet(style);

function stylesFor({ brand, preview }: Appearance): StyleSheet[] {
  if (preview === undefined) return [ownStyle, colorsFor(brand)].filter((sheet) => sheet !== undefined);
  // Of colours that are being tried out, none are kept.
  const texts = [style, colorRules(brand)].filter((text) => text !== "");
  return texts.map((text) => toStyleSheet(inScheme(text, preview.scheme)));
}

function toStyleSheet(text: string): StyleSheet {
  return { text, hash: sourceHash(text) };
}

/** An organization's colours hardly ever change; their style sheet is kept until there are too many. */
export const keptColors = keepUpTo<readonly StyleSheet[]>(1024 * 1024);

function colorsFor(brand: Brand): StyleSheet | undefined {
  const { settings } = brand;
  if (settings === plainBrand.settings) return undefined;
  const { primaryColor, backgroundColor, darkPrimaryColor, darkBackgroundColor } = settings;
  const key = [primaryColor, backgroundColor, darkPrimaryColor, darkBackgroundColor].join();
  const kept = keptColors.get(key);
  if (kept !== undefined) return kept[0];
  const text = colorRules(brand);
  const made = text === "" ? [] : [toStyleSheet(text)];
  keptColors.set(key, made, 2 * (key.length + text.length));
  return made[0];
}

function colorRules({ settings }: Brand): string {
  const { light, dark } = colorsOf(settings);
  return [ruleOf(light, `not all and ${prefersDark}`), ruleOf(dark, prefersDark)]
    .filter((rule) => rule !== "")
    .join("\n");
}

function ruleOf(properties: Readonly<Record<string, string>>, media: string): string {
  const list = Object.entries(properties).map(([name, color]) => `--${name}: ${color};`);
  return list.length === 0 ? "" : `@media ${media} { :root { ${list.join(" ")} } }`;
}

export function imageAddress(id: string): string {
  return `${paths.images}/${id}`;
}

/** Whose page it is: the logo, or the name. */
function markOf({ name, images, settings }: Brand, scheme: Scheme = "auto"): Html {
  const logo = images.logo ?? images.dark_logo;
  if (logo === undefined) {
    return html`<div class="mark">${settings.hideSignetName ? undefined : icons.signet}<span>${name}</span></div>`;
  }
  return html`<div class="mark"><picture>${
    images.dark_logo === undefined
      ? undefined
      : html`<source srcset="${imageAddress(images.dark_logo)}" media="${inScheme(prefersDark, scheme)}">`
  }<img src="${imageAddress(logo)}" alt="${name}"></picture></div>`;
}

function addressOf({ request }: FastifyReply): string | undefined {
  return request.method === "GET" ? request.url : undefined;
}

function footerOf(words: Words, { settings, languages: { offered } }: Brand, address: string | undefined): Html {
  const links = [
    ["footer.help", settings.helpUrl],
    ["footer.privacy", settings.privacyUrl],
    ["footer.terms", settings.termsUrl],
  ] as const;
  return html`<footer>
${address === undefined || offered.length === 1 ? undefined : languageChoice(words, offered, address)}
${links.flatMap(([key, url]) => (url === "" ? [] : [html`<a href="${url}" rel="noopener noreferrer">${words.say(key)}</a>\n`]))}
</footer>`;
}

/** Opens without script, and closes when a language is chosen, because that is another page. */
function languageChoice(words: Words, offered: readonly Language[], address: string): Html {
  const [path = "", ...queries] = address.split("?");
  const searchParams = new URLSearchParams(queries.join("?"));
  searchParams.delete(LANGUAGE_PARAMETER);
  const kept = [...searchParams].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);
  // A form, not links: the address is long, and is in the page once so. It is as somebody asked for it: `//host` is no
  // other host.
  return html`<details class="languages"><summary>${icons.language}<span class="hidden">${words.say("footer.language")}: </span>${languageNames[words.language]}</summary>
<form method="get" action="/${path.replace(/^[/\\]+/, "")}">
${kept}${offered.map(
  (language) =>
    html`<button name="${LANGUAGE_PARAMETER}" value="${language}" lang="${language}"${language === words.language ? html` aria-current="true"` : undefined}>${languageNames[language]}</button>\n`,
)}</form></details>`;
}
