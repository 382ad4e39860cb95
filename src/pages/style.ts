/**
 * The style sheet of every page. It is part of the page, so that a page is one request. Colours are custom properties,
 * which an organization's own replace (identity/branding/colors.ts); sizes stand on a grid of 8 px; left and right
 * follow the language.
 */
export const style = `
:root { color-scheme: light dark; --text: #1c2430; --quiet: #566070; --line: #d8dde4; --ground: #f4f5f7; --card: #ffffff; --accent: #2456c5; --on-accent: #ffffff; --field: #7d8796; --bad: #b3261e; --good: #1a6b3c; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --quiet: #a2abb8; --line: #353c47; --ground: #0f1216; --card: #181c22; --accent: #8fb0ff; --on-accent: #10151c; --field: #7f8a99; --bad: #ffb4ab; --good: #7fd8a4; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; padding-top: 24px; }
main { width: 100%; max-width: 400px; margin: auto 16px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.mark { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-size: 14px; font-weight: 500; color: var(--quiet); }
.mark svg { flex: none; color: var(--accent); }
.mark img { display: block; max-width: 100%; max-height: 48px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; font-weight: 600; text-wrap: balance; hyphens: auto; hyphenate-limit-chars: 16 6 6; }
[dir=ltr] h1 { letter-spacing: -.01em; }
h1 + form, h1 + .who, h1 + ul, h1 + .alert, .intro + form, .intro + ul, .intro + .alert { margin-top: 24px; }
p { margin: 0 0 16px; }
p:last-child, form:last-child, ul:last-child { margin-bottom: 0; }
a { color: inherit; text-decoration-color: var(--accent); text-decoration-thickness: 1.5px; text-underline-offset: 3px; }
.intro, .quiet { color: var(--quiet); }
.quiet { font-size: 14px; }
form { margin: 0 0 16px; }
.fieldset { margin: 0 0 16px; }
.label-row { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; margin: 0 0 8px; }
label { font-weight: 500; }
.label-row a { font-size: 14px; color: var(--quiet); text-align: end; }
input { display: block; width: 100%; height: 44px; padding: 0 12px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: 8px; }
input[readonly] { border-color: var(--line); color: var(--quiet); }
input[aria-invalid] { border-color: var(--bad); }
input.code { font: 20px/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: .3em; text-align: center; direction: ltr; }
.with-button { position: relative; }
.with-button input { padding-inline-end: 76px; }
.with-button button { position: absolute; inset-block: 0; inset-inline-end: 0; width: auto; height: 44px; min-height: 0; padding: 0 12px; border: 0; background: none; color: var(--quiet); font-size: 14px; }
.field-error { display: flex; gap: 8px; margin: 8px 0 0; font-size: 14px; color: var(--bad); }
.field-error svg, .alert svg { flex: none; margin-top: 2px; }
.hint { margin: 8px 0 0; font-size: 14px; color: var(--quiet); }
.alert { display: flex; gap: 8px; margin: 0 0 16px; padding: 12px; border: 1px solid var(--bad); border-radius: 8px; color: var(--bad); }
button, .button { display: block; width: 100%; min-height: 44px; padding: 9px 16px; font: inherit; font-weight: 500; text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent);
  border: 1px solid var(--accent); border-radius: 8px; cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.06); }
button.other, .button.other { color: inherit; background: transparent; border-color: var(--field); }
.fieldset + button { margin-top: 24px; }
button.cancel { margin: -8px 0 -16px; color: var(--quiet); background: none; border-color: transparent; }
button.cancel:hover { color: var(--text); background: var(--ground); filter: none; }
button.link { width: auto; min-height: 24px; padding: 0; border: 0; background: none; color: inherit; text-decoration: underline; text-decoration-color: var(--accent); text-underline-offset: 3px; font-weight: 400; }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
input[aria-invalid]:focus-visible { outline-color: var(--bad); }
a:focus-visible, summary:focus-visible { border-radius: 2px; }
.who { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; padding: 8px; border: 1px solid var(--line); border-radius: 8px; }
.who .name { flex: 1; min-width: 0; font-size: 14px; }
.who a { flex: none; padding: 0 4px; font-size: 14px; }
.who + .who { margin-top: -16px; }
.avatar.plain { background: none; border: 1px dashed var(--field); }
.avatar { flex: none; display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: var(--line); color: var(--text); font-size: 14px; font-weight: 600; text-transform: uppercase; }
ul.accounts { list-style: none; margin: 24px 0 16px; padding: 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
ul.accounts > li + li { border-top: 1px solid var(--line); }
ul.accounts form { margin: 0; }
ul.accounts button, ul.accounts .row { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 64px; padding: 12px; border: 0; border-radius: 0; background: none; color: inherit; font-weight: 400; text-align: start; }
ul.accounts a.row { text-decoration: none; }
ul.accounts button:hover, ul.accounts a.row:hover { background: var(--ground); filter: none; }
ul.accounts button:focus-visible, ul.accounts a.row:focus-visible { outline-offset: -2px; }
ul.accounts .name { flex: 1; min-width: 0; }
ul.accounts .name b { display: block; font-weight: 500; }
ul.accounts .name > span { display: block; font-size: 14px; color: var(--quiet); }
ul.accounts .row button { flex: none; width: auto; min-height: 36px; padding: 4px 12px; border: 1px solid var(--field); border-radius: 8px; font-size: 14px; }
ul.accounts .name > .tag { display: inline-block; margin-top: 8px; font-size: 12px; }
.tag { padding: 2px 8px; border: 1px solid var(--line); border-radius: 8px; font-size: 12px; color: var(--quiet); }
h2.small { margin: 24px 0 8px; font-size: 16px; }
ul.access { margin: 0 0 16px; padding-inline-start: 20px; }
ul.access > li + li { margin-top: 4px; }
form.answers { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 24px 0 0; }
details.more { font-size: 14px; color: var(--quiet); }
details.more summary { cursor: pointer; }
details.more p { margin: 8px 0 0; }
details.more + p, details.more + form { margin-top: 16px; }
.qr { width: 200px; margin: 16px auto; }
.qr svg { display: block; width: 100%; height: auto; border-radius: 8px; }
ul.codes { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 16px 0; padding: 16px; list-style: none; border: 1px solid var(--line); border-radius: 8px; }
footer { display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: 8px 24px; width: 100%; max-width: 480px; padding: 16px; font-size: 14px; color: var(--quiet); }
footer a { display: inline-block; padding: 4px 0; text-decoration: none; color: var(--quiet); }
footer a:hover { text-decoration: underline; }
.languages { position: relative; }
.languages summary { padding: 4px 0; cursor: pointer; list-style: none; }
.languages summary::-webkit-details-marker { display: none; }
.languages summary svg { vertical-align: -3px; margin-inline-end: 6px; }
.languages form { position: absolute; bottom: 100%; inset-inline-start: -12px; margin: 0 0 4px; padding: 8px; min-width: 160px; max-height: min(464px, 70vh); overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 4px 16px rgb(0 0 0 / .12); }
.languages button { min-height: 36px; padding: 4px 8px; border: 0; border-radius: 4px; background: none; color: var(--text); font-weight: 400; text-align: start; }
.languages button:hover { background: var(--ground); filter: none; }
.languages button[aria-current] { font-weight: 600; }
main.wide { max-width: 640px; }
h2 { margin: 32px 0 8px; font-size: 18px; line-height: 1.3; font-weight: 600; }
.places ul { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 24px; padding: 0 0 8px; list-style: none; border-bottom: 1px solid var(--line); font-size: 14px; }
.places a { display: inline-block; padding: 4px 0; color: var(--quiet); text-decoration: none; }
.places a:hover { text-decoration: underline; }
.places a[aria-current] { color: var(--text); font-weight: 600; box-shadow: 0 2px 0 var(--accent); }
.who + details.more { margin: -16px 0 24px; }
.done { display: flex; gap: 8px; margin: 0 0 16px; padding: 12px; border: 1px solid var(--good); border-radius: 8px; color: var(--good); }
.done svg { flex: none; margin-top: 2px; }
select { display: block; width: 100%; height: 44px; padding: 0 12px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: 8px; }
select:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul.things { list-style: none; margin: 0 0 16px; padding: 0; border: 1px solid var(--line); border-radius: 8px; }
ul.things > li { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 12px 16px; }
ul.things > li + li { border-top: 1px solid var(--line); }
ul.things .what { flex: 1 1 200px; min-width: 0; }
ul.things .what b { font-weight: 500; }
ul.things .what span { display: block; font-size: 14px; color: var(--quiet); }
ul.things form { margin: 0; }
ul.things button, ul.things .button { width: auto; min-height: 36px; padding: 6px 12px; font-size: 14px; }
ul.things .tag { display: inline-block; font-style: normal; }
h1 + ul.things { margin-top: 24px; }
ul.things details { flex: 1 1 100%; font-size: 14px; }
.danger { margin-top: 32px; padding: 16px; border: 1px solid var(--bad); border-radius: 8px; }
.danger h2 { margin-top: 0; }
button.danger-button { color: var(--bad); background: transparent; border-color: var(--bad); }
code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; direction: ltr; unicode-bidi: isolate; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none; }
@media (max-width: 480px) {
  body { padding: 0; background: var(--card); }
  main { margin: 0; padding: 24px; border: 0; border-radius: 0; max-width: none; flex: 1; }
  footer { justify-content: flex-start; padding: 16px 24px; }
}
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter .12s; } }`;
