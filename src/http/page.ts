/** The frame of every page: one column, one thing to do. The style sheet is part of the page, so a page is one request. */
import type { FastifyReply } from "fastify";
import { setPageHeaders, sourceHash } from "./headers.ts";
import { Html, html } from "./html.ts";

const style = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #566070; --line: #d4d9e0; --ground: #f5f6f8; --card: #ffffff; --accent: #2456c5; --on-accent: #ffffff; --field: #7d8796; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --quiet: #a2abb8; --line: #3a424e; --ground: #14181d; --card: #1b2027; --accent: #8fb0ff; --on-accent: #10151c; --field: #7f8a99; --bad: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 400px; margin: 24px 16px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; font-weight: 600; }
p { margin: 0 0 16px; }
p:last-child { margin-bottom: 0; }
a { color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
form { margin: 0 0 16px; }
form:last-child { margin-bottom: 0; }
label { display: block; margin: 0 0 16px; font-weight: 500; }
input { display: block; width: 100%; height: 44px; margin-top: 4px; padding: 0 12px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--field); border-radius: 8px; }
button { width: 100%; min-height: 44px; padding: 8px 16px; font: inherit; font-weight: 500; color: var(--on-accent); background: var(--accent);
  border: 1px solid var(--accent); border-radius: 8px; cursor: pointer; }
button.other { color: inherit; background: var(--card); border-color: var(--field); }
button.account { text-align: left; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { padding: 12px; border: 1px solid var(--bad); border-radius: 8px; color: var(--bad); }
.quiet { color: var(--quiet); font-size: 14px; }
code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (max-width: 480px) {
  body { place-items: start stretch; background: var(--card); }
  main { margin: 0; padding: 24px 16px; border: 0; border-radius: 0; max-width: none; }
}`;
const styleHash = sourceHash(style);

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** A constant of ours; a page without one runs nothing. */
  readonly script?: string;
  /** A form of it leads back to an application. */
  readonly leadsAway?: boolean;
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  setPageHeaders(reply, {
    style: styleHash,
    ...(page.script === undefined ? {} : { script: sourceHash(page.script) }),
    leadsAway: page.leadsAway ?? false,
  });
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${page.title}</h1>
${page.body}
</main>
${page.script === undefined ? undefined : html`<script>${new Html(page.script)}</script>`}
</body>
</html>
`;
  return reply.send(document.text);
}
