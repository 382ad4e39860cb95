/** What a person is called, their picture, the language they would like to read, and their phone. */

import type { FastifyReply } from "fastify";
import { SignetError } from "../../errors/signet-error.ts";
import { changeHuman } from "../../identity/users/humans.ts";
import type { Profile } from "../../identity/users/profile.ts";
import { field } from "../../pages/fields.ts";
import { type Html, html } from "../../pages/html.ts";
import { languageNames, languages, toLanguage } from "../../texts/languages.ts";
import type { TextKey } from "../../texts/words.ts";
import { places, sendAccountPage, ticketField } from "./frame.ts";
import type { Room } from "./room.ts";
import { goTo, type Visit } from "./visit.ts";

type TextField = "givenName" | "familyName" | "displayName" | "nickname" | "picture";

const fields: readonly { name: TextField; label: TextKey; autocomplete: string; longest: number; hint?: TextKey }[] = [
  {
    name: "displayName",
    label: "profile.displayName",
    autocomplete: "name",
    longest: 200,
    hint: "profile.displayNameHint",
  },
  { name: "givenName", label: "profile.givenName", autocomplete: "given-name", longest: 200 },
  { name: "familyName", label: "profile.familyName", autocomplete: "family-name", longest: 200 },
  { name: "nickname", label: "profile.nickname", autocomplete: "nickname", longest: 200 },
  { name: "picture", label: "profile.picture", autocomplete: "photo", longest: 2048, hint: "profile.pictureHint" },
];

interface Shown {
  readonly values: Readonly<Record<TextField | "locale", string>>;
  readonly problem?: { readonly field: string; readonly text: string };
}

export function addProfile(room: Room): void {
  room.page(places.profile, {}, (visit) => show(visit, { values: visit.human }));
  room.form(places.profile, { back: places.profile }, save);

  room.page(places.phone, {}, (visit) => showPhone(visit, visit.human.phone));
  room.form(places.phone, { back: places.phone }, savePhone);
}

function show(visit: Visit, { values, problem }: Shown): FastifyReply {
  const { words } = visit.appearance;
  const inputs = fields.map(({ name, label, autocomplete, longest, hint }) =>
    field(words, {
      ...{ name, autocomplete, longest },
      label: words.say(label),
      value: values[name],
      optional: name !== "displayName",
      focused: problem?.field === name,
      hint: hint && words.say(hint),
      problem: problem?.field === name ? problem.text : undefined,
    }),
  );
  return sendAccountPage(visit, {
    at: places.profile,
    title: words.say("profile.title"),
    body: html`<form method="post" action="${places.profile}" novalidate>
${ticketField(visit, places.profile)}
${inputs}
${languageField(visit, values.locale)}
<button>${words.say("account.save")}</button>
</form>`,
  });
}

function languageField({ appearance: { words } }: Visit, locale: string): Html {
  const chosen = toLanguage(locale);
  const option = (value: string, name: string) =>
    html`<option value="${value}"${value === (chosen ?? "") ? html` selected` : undefined}${value === "" ? undefined : html` lang="${value}"`}>${name}</option>\n`;
  return html`<div class="fieldset">
<div class="label-row"><label for="locale">${words.say("profile.language")}</label></div>
<select id="locale" name="locale" autocomplete="language">
${option("", words.say("profile.languageNone"))}${languages.map((language) => option(language, languageNames[language]))}</select>
</div>`;
}

async function save(visit: Visit): Promise<FastifyReply> {
  const { form, human, services, by, appearance } = visit;
  const { words } = appearance;
  const typed = (name: string) => form.get(name) ?? "";
  const values = {
    ...{ givenName: typed("givenName"), familyName: typed("familyName"), displayName: typed("displayName") },
    ...{ nickname: typed("nickname"), picture: typed("picture").trim(), locale: typed("locale") },
  };
  // Only what we have words in; who has chosen a variety of it elsewhere keeps it.
  const language = toLanguage(values.locale);
  const locale = language !== undefined && language === toLanguage(human.locale) ? human.locale : (language ?? "");
  const profile: Profile = { ...values, locale };
  try {
    await services.storage.transaction((tx) => changeHuman(tx, human.id, { profile }, by));
  } catch (error) {
    const name = fields.find((one) => error instanceof SignetError && one.name === error.field)?.name;
    if (name === undefined) throw error;
    visit.reply.code(400);
    return show(visit, { values, problem: { field: name, text: words.say(problemOf(name, values[name])) } });
  }
  return goTo(visit, places.profile, { done: "saved" });
}

function problemOf(name: TextField, value: string): TextKey {
  if (name === "picture") return "profile.pictureInvalid";
  return name === "displayName" && value.trim() === "" ? "profile.displayNameMissing" : "profile.textInvalid";
}

function showPhone(visit: Visit, value: string, problem?: string): FastifyReply {
  const { words } = visit.appearance;
  return sendAccountPage(visit, {
    at: places.phone,
    title: words.say("phone.title"),
    body: html`<form method="post" action="${places.phone}" novalidate>
${ticketField(visit, places.phone)}
${field(words, {
  ...{ name: "phone", type: "tel", value, autocomplete: "tel", longest: 40, optional: true, focused: true, problem },
  label: words.say("phone.title"),
  hint: words.say("phone.hint"),
})}
<button>${words.say("account.save")}</button>
</form>`,
  });
}

/**
 * Nobody calls it, so it is never confirmed here; the number a manager has vouched for stays so until it is changed.
 */
async function savePhone(visit: Visit): Promise<FastifyReply> {
  const { form, human, services, by, appearance } = visit;
  const number = (form.get("phone") ?? "").trim();
  try {
    if (number !== human.phone) {
      await services.storage.transaction((tx) => changeHuman(tx, human.id, { phone: { number, verified: false } }, by));
    }
  } catch (error) {
    if (!(error instanceof SignetError) || error.field !== "phone") throw error;
    visit.reply.code(400);
    return showPhone(visit, number, appearance.words.say("register.phoneInvalid"));
  }
  return goTo(visit, places.phone, { done: "saved" });
}
