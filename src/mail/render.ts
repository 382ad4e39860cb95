/** One writing as text and as HTML. No images, nothing remote, nothing that tells that it was opened. */
import type { Words } from "../texts/words.ts";

export interface MailText {
  readonly words: Words;
  readonly subject: string;
  readonly greeting: string;
  readonly before: readonly string[];
  /** To be typed somewhere. */
  readonly code?: string | undefined;
  readonly action?: { readonly label: string; readonly link: string; readonly before?: string };
  readonly after: readonly string[];
  readonly host: string;
}

export function renderText({ greeting, before, code, action, after, host }: MailText): string {
  const paragraphs = [
    greeting,
    ...before,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action === undefined
      ? []
      : [`${action.before === undefined ? "" : `${action.before}\n`}${action.label}:\n${action.link}`]),
    ...after,
    `-- \n${host}`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** Mail programs know little CSS, and only what stands at the element itself. */
const styles = {
  page: "margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  column: "max-width:480px;margin:0 auto;overflow-wrap:anywhere",
  paragraph: "margin:0 0 16px",
  button:
    "display:inline-block;padding:10px 20px;border-radius:8px;background:#2456c5;color:#ffffff;font-weight:500;text-decoration:none",
  quiet: "margin:0 0 16px;font-size:14px",
  code: "margin:0 0 16px;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px;direction:ltr",
} as const;

export function renderHtml({ words, subject, greeting, before, code, action, after, host }: MailText): string {
  const paragraph = (text: string, style: string = styles.paragraph): string =>
    `<p style="${style}">${escapeHtml(text)}</p>`;
  const link = action && escapeHtml(action.link);
  return `<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="${styles.page}">
<div style="${styles.column}">
${[
  ...[greeting, ...before].map((text) => paragraph(text)),
  ...(code === undefined ? [] : [paragraph(code, styles.code)]),
  ...(action === undefined
    ? []
    : [
        ...(action.before === undefined ? [] : [paragraph(action.before)]),
        `<p style="${styles.paragraph}"><a href="${link}" style="${styles.button}">${escapeHtml(action.label)}</a></p>`,
        `<p style="${styles.quiet}">${escapeHtml(words.say("mail.buttonFails"))} <a href="${link}">${link}</a></p>`,
      ]),
  ...after.map((text) => paragraph(text)),
  paragraph(host, styles.quiet),
].join("\n")}
</div>
</body>
</html>
`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
