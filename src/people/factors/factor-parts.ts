/**
 * What setting up a second factor shows, on the way in and later: the picture for an app, the field for a code, the
 * codes to keep.
 */
import { renderSVG } from "uqr";
import { totpAddress } from "../../identity/factors/totp.ts";
import type { Appearance } from "../../pages/appearance.ts";
import { field } from "../../pages/fields.ts";
import { Html, html } from "../../pages/html.ts";
import type { Words } from "../../texts/words.ts";

export function codeField(words: Words, problem: string | undefined): Html {
  return field(words, {
    name: "code",
    label: words.say("code.label"),
    autocomplete: "one-time-code",
    inputMode: "numeric",
    className: "code",
    longest: 12,
    focused: true,
    problem,
  });
}

/** The picture for the app, and the same to type. */
export function totpInstructions(words: Words, secret: string, label: { issuer: string; label: string }): Html {
  const picture = new Html(renderSVG(totpAddress(secret, label), { border: 2, pixelSize: 4 }));
  return html`<p class="intro">${words.say("enrol.totpScan")}</p>
<div class="qr" role="img" aria-label="${words.say("enrol.totpPicture")}">${picture}</div>
<details class="more"><summary>${words.say("enrol.totpManual")}</summary>
<p><code>${secret.match(/.{1,4}/g)?.join(" ") ?? secret}</code></p></details>`;
}

/** With a file of them to keep. */
export function recoveryCodeList(appearance: Appearance, codes: readonly string[]): Html {
  const { words } = appearance;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${words.say("recovery.fileTitle", { place: appearance.brand.name })}\n\n${codes.join("\n")}\n`)}`;
  return html`<ul class="codes">
${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
<p><a class="button other" href="${file}" download="recovery-codes.txt">${words.say("recovery.download")}</a></p>`;
}
