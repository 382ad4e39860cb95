/** How the reference looks: the colours and shapes of the pages, on a page to read and search in. */
export const style = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #566070; --line: #d4d9e0; --ground: #ffffff; --side: #f5f6f8; --code: #f0f2f5; --accent: #2456c5; --mark: #eaf0fd; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --quiet: #a2abb8; --line: #3a424e; --ground: #14181d; --side: #1b2027; --code: #222831; --accent: #8fb0ff; --mark: #1f2a40; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: 16px; top: -64px; padding: 8px 16px; background: var(--ground); border: 1px solid var(--accent); border-radius: 8px; }
.skip:focus { top: 8px; }
.side { background: var(--side); border-bottom: 1px solid var(--line); padding: 16px; }
.title { margin: 0 0 8px; font-weight: 600; }
.title span { display: block; font-weight: 400; font-size: 14px; color: var(--quiet); }
summary { padding: 8px 0; cursor: pointer; font-weight: 500; }
nav p { margin: 16px 0 4px; font-size: 13px; font-weight: 600; color: var(--quiet); }
.side ul { margin: 0; padding: 0; list-style: none; font-size: 14px; }
.side li a { display: block; padding: 4px 8px; margin: 0 -8px; border-radius: 8px; color: inherit; text-decoration: none; }
.side li a:hover { background: var(--mark); }
main { padding: 24px 16px 64px; max-width: 864px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; font-weight: 600; }
h2 { margin: 64px 0 8px; padding-top: 24px; border-top: 1px solid var(--line); font-size: 22px; line-height: 1.3; font-weight: 600; }
h3 { margin: 0 0 8px; font-size: 18px; line-height: 1.35; font-weight: 600; }
h4 { margin: 24px 0 4px; font-size: 14px; font-weight: 600; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
main > h3 { margin-top: 32px; }
p, ul { margin: 0 0 12px; }
article { margin: 40px 0 0; padding: 24px 0 0; border-top: 1px solid var(--line); }
:target { scroll-margin-top: 16px; }
article:target h3 a, tr:target th code { background: var(--mark); box-shadow: 0 0 0 4px var(--mark); border-radius: 2px; }
code, .call { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
p code, li code { padding: 1px 4px; background: var(--code); border-radius: 4px; }
.call { margin: 0 0 12px; padding: 8px 12px; background: var(--side); border: 1px solid var(--line); border-radius: 8px; }
.call code { padding: 0; background: none; }
.call b { margin-right: 8px; font-weight: 600; }
.index { padding: 0; list-style: none; font-size: 14px; }
.index li { display: flex; padding: 4px 0; }
.index b { flex: 0 0 64px; font: 600 12px/21px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--quiet); }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
tr { border-top: 1px solid var(--line); }
tbody tr:last-child { border-bottom: 1px solid var(--line); }
th, td { padding: 8px 0; text-align: left; vertical-align: top; }
th { width: 38%; padding-right: 16px; font-weight: 400; }
td p { margin: 2px 0 0; }
td i { font-style: normal; color: var(--quiet); }
pre { margin: 0; padding: 12px; background: var(--code); border-radius: 8px; white-space: pre-wrap; font-size: 13px; }
table + p { margin-top: 12px; }
h3 code { font-size: 16px; }
.quiet { color: var(--quiet); font-size: 14px; }
.back { font-size: 14px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 900px) {
  body { display: grid; grid-template-columns: 264px minmax(0, 1fr); }
  .side { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 24px; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 32px 48px 96px; }
  th { width: 32%; }
  @supports selector(::details-content) {
    summary, .back { display: none; }
    .side details::details-content { content-visibility: visible; block-size: auto; }
  }
}
@media print { .side { display: none; } }`;
