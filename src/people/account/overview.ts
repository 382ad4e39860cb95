/** The first page: who one is here, and the ways to everything else. */

import { usableFactors } from "../../identity/factors/due.ts";
import { countRecoveryCodes } from "../../identity/factors/recovery-codes.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths } from "../../pages/login-request.ts";
import type { TextKey } from "../../texts/words.ts";
import { places, sendAccountPage } from "./frame.ts";
import type { Room } from "./room.ts";
import { addressFor, type Visit } from "./visit.ts";

export function addOverview(room: Room): void {
  room.page(paths.account, {}, async (visit) => {
    const { human, appearance, situation, services } = visit;
    const { words } = appearance;
    const { settings } = await readPolicy(services.storage.db, "account", human.organizationId);
    const factors = usableFactors(situation);
    const recovery = situation.has.includes("recovery_codes")
      ? await countRecoveryCodes(services.storage.db, human.id)
      : undefined;
    const rows = [
      row(visit, "profile.displayName", human.displayName, places.profile),
      row(visit, "email.title", human.email, places.email),
      row(visit, "phone.title", human.phone, places.phone),
      row(visit, "security.factors", factors.map((kind) => words.say(factorTexts[kind])).join(", "), places.security),
      ...(recovery === undefined ? [] : [row(visit, "security.recoveryCodes", String(recovery), places.security)]),
    ];
    return sendAccountPage(visit, {
      at: paths.account,
      title: words.say("account.title"),
      body: html`<ul class="things">
${rows}</ul>
${
  settings.mayDelete
    ? html`<section class="danger"><h2>${words.say("delete.title")}</h2>
<p>${words.say("delete.intro")}</p>
<p><a class="button other" href="${addressFor(visit, places.delete)}">${words.say("delete.title")}</a></p></section>`
    : undefined
}`,
    });
  });
}

const factorTexts = { passkey: "security.passkey", totp: "security.totp", email_code: "security.emailCode" } as const;

function row(visit: Visit, name: TextKey, value: string, path: string): Html {
  const { words } = visit.appearance;
  return html`<li><span class="what"><b>${words.say(name)}</b><span><bdi>${value === "" ? words.say("account.none") : value}</bdi></span></span><a class="button other" href="${addressFor(visit, path)}">${words.say("account.change")}<span class="hidden">: ${words.say(name)}</span></a></li>\n`;
}
