/** The frame of every page: one column, one thing to do, and a footer. */
import type { FastifyReply } from "fastify";
import { type Brand, plainBrand } from "../identity/branding/brand.ts";
import { colorsOf } from "../identity/branding/colors.ts";
import { languageNames, languages } from "../texts/languages.ts";
import type { Words } from "../texts/words.ts";
import { setPageHeaders, sourceHash } from "./headers.ts";
import { Html, html } from "./html.ts";
import { icons } from "./icons.ts";
import { paths } from "./login-request.ts";
import { LANGUAGE_PARAMETER, type Look } from "./look.ts";
import { style } from "./style.ts";

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

export function sendPage(reply: FastifyReply, { words, brand }: Look, page: Page): FastifyReply {
  const colors = colorsFor(brand);
  setPageHeaders(reply, {
    styles: [styleHash, ...(colors === undefined ? [] : [colors.hash])],
    ...(page.script === undefined ? {} : { script: sourceHash(page.script) }),
    leadsAway: page.leadsAway ?? false,
  });
  const document = html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${brand.images.icon === undefined ? undefined : html`<link rel="icon" href="${imageAddress(brand.images.icon)}">`}
<style>${new Html(style)}</style>${colors && html`<style>${new Html(colors.text)}</style>`}
</head>
<body>
<main${page.wide ? html` class="wide"` : undefined}>
${markOf(brand)}
${page.before}<h1>${page.title}</h1>
${page.body}
</main>
${footerOf(words, brand, page.address ?? addressOf(reply))}
${page.script === undefined ? undefined : html`<script>${new Html(page.script)}</script>`}
</body>
</html>
`;
  return reply.send(document.text);
}

const styleHash = sourceHash(style);

/** An organization's colours hardly ever change; their style sheet is kept until there are too many. */
const keptColors = new Map<string, { readonly text: string; readonly hash: string } | undefined>();
const MOST_COLORS = 1_000;

function colorsFor({ settings }: Brand): { readonly text: string; readonly hash: string } | undefined {
  if (settings === plainBrand.settings) return undefined;
  const { primaryColor, backgroundColor, darkPrimaryColor, darkBackgroundColor } = settings;
  const key = [primaryColor, backgroundColor, darkPrimaryColor, darkBackgroundColor].join();
  if (!keptColors.has(key)) {
    if (keptColors.size >= MOST_COLORS) keptColors.clear();
    const { light, dark } = colorsOf(settings);
    const text = [ruleOf(light), ruleOf(dark, "(prefers-color-scheme: dark)")].filter((rule) => rule !== "").join("\n");
    keptColors.set(key, text === "" ? undefined : { text, hash: sourceHash(text) });
  }
  return keptColors.get(key);
}

function ruleOf(properties: Readonly<Record<string, string>>, media?: string): string {
  const list = Object.entries(properties).map(([name, color]) => `--${name}: ${color};`);
  if (list.length === 0) return "";
  const rule = `:root { ${list.join(" ")} }`;
  return media === undefined ? `@media not all and (prefers-color-scheme: dark) { ${rule} }` : `@media ${media} { ${rule} }`;
}

export function imageAddress(id: string): string {
  return `${paths.images}/${id}`;
}

/** Whose page it is: the logo, or the name. */
function markOf({ name, images, settings }: Brand): Html {
  const logo = images.logo ?? images.dark_logo;
  if (logo === undefined) {
    return html`<div class="mark">${settings.hideSignetName ? undefined : icons.signet}<span>${name}</span></div>`;
  }
  return html`<div class="mark"><picture>${
    images.dark_logo === undefined
      ? undefined
      : html`<source srcset="${imageAddress(images.dark_logo)}" media="(prefers-color-scheme: dark)">`
  }<img src="${imageAddress(logo)}" alt="${name}"></picture></div>`;
}

function addressOf({ request }: FastifyReply): string | undefined {
  return request.method === "GET" ? request.url : undefined;
}

function footerOf(words: Words, { settings }: Brand, address: string | undefined): Html {
  const links = [
    ["footer.help", settings.helpUrl],
    ["footer.privacy", settings.privacyUrl],
    ["footer.terms", settings.termsUrl],
  ] as const;
  return html`<footer>
${address === undefined ? undefined : languageChoice(words, address)}
${links.flatMap(([key, url]) => (url === "" ? [] : [html`<a href="${url}" rel="noopener noreferrer">${words.say(key)}</a>\n`]))}
</footer>`;
}

/** Opens without script, and closes when a language is chosen, because that is another page. */
function languageChoice(words: Words, address: string): Html {
  const [path = "", ...queries] = address.split("?");
  const searchParams = new URLSearchParams(queries.join("?"));
  searchParams.delete(LANGUAGE_PARAMETER);
  const kept = [...searchParams].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);
  // A form, not links: the address is long, and is in the page once so. It is as somebody asked for it: `//host` is no other host.
  return html`<details class="languages"><summary>${icons.language}<span class="hidden">${words.say("footer.language")}: </span>${languageNames[words.language]}</summary>
<form method="get" action="/${path.replace(/^[/\\]+/, "")}">
${kept}${languages.map(
  (language) =>
    html`<button name="${LANGUAGE_PARAMETER}" value="${language}" lang="${language}"${language === words.language ? html` aria-current="true"` : undefined}>${languageNames[language]}</button>\n`,
)}</form></details>`;
}
