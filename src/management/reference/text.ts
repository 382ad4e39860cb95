/** The little of CommonMark that the words of the API document use, as HTML. */
import { Html, html } from "../../pages/html.ts";

/** Paragraphs, lists, and headings, which begin at the level given. */
export function toBlocks(text: string, level: 2 | 3 | 4): Html[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) => toBlock(block, level));
}

function toBlock(block: string, level: number): Html {
  const heading = /^## (.+)$/.exec(block)?.[1];
  if (heading !== undefined)
    return new Html(`<h${level} id="${anchorOf(heading)}">${inline(heading).text}</h${level}>\n`);
  if (block.startsWith("- ")) {
    const items = block.slice(2).split(/\n- /);
    return html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>\n`;
  }
  return html`<p>${inline(block)}</p>\n`;
}

/** Code, emphasis and links. Only what leads to the web or within the page becomes a link. */
export function inline(text: string): Html {
  const pieces = text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(((?:https?:\/\/|#)[^)\s]+)\)|([^`*[]+|[`*[])/g);
  return new Html(
    [...pieces]
      .map(([, code, strong, link, target, plain]) => {
        if (code !== undefined) return html`<code>${code}</code>`;
        if (strong !== undefined) return html`<strong>${strong}</strong>`;
        if (link !== undefined) return html`<a href="${target}">${link}</a>`;
        return html`${plain}`;
      })
      .map((piece) => piece.text)
      .join(""),
  );
}

export function anchorOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
