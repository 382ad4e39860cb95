/** What a person is called and where they can be reached, as it is given and as it is stored. */
import { displayText, emailAddress, invalid, nameKey, phoneNumber } from "../names.ts";

export interface Address {
  readonly street?: string;
  readonly locality?: string;
  readonly region?: string;
  readonly postalCode?: string;
  readonly country?: string;
}

export interface Profile {
  readonly givenName: string;
  readonly familyName: string;
  readonly nickname: string;
  readonly displayName: string;
  /** BCP 47; empty when nobody has chosen one. */
  readonly locale: string;
  readonly picture: string;
}

const addressFields = ["street", "locality", "region", "postalCode", "country"] as const;

export function profileColumns(
  profile: Partial<Profile>,
): Partial<Record<"given_name" | "family_name" | "nickname" | "display_name" | "locale" | "picture", string>> {
  const optional = (field: keyof Profile) => displayText(field, profile[field] ?? "", { least: 0 });
  return {
    ...(profile.givenName === undefined ? {} : { given_name: optional("givenName") }),
    ...(profile.familyName === undefined ? {} : { family_name: optional("familyName") }),
    ...(profile.nickname === undefined ? {} : { nickname: optional("nickname") }),
    ...(profile.displayName === undefined ? {} : { display_name: displayText("displayName", profile.displayName) }),
    ...(profile.locale === undefined ? {} : { locale: localeTag(profile.locale) }),
    ...(profile.picture === undefined ? {} : { picture: pictureAddress(profile.picture) }),
  };
}

/** Whose word there is for an address: nobody's, a manager's, or that the person has shown it to be theirs. */
export type AddressStanding = "unverified" | "vouched" | "proven";

export function emailColumns(email: string, standing: AddressStanding) {
  const address = email === "" ? "" : emailAddress(email);
  const isThere = address !== "";
  return {
    email: address,
    email_key: nameKey(address),
    email_verified: Number(isThere && standing !== "unverified"),
    email_proven: Number(isThere && standing === "proven"),
  };
}

export function phoneColumns(phone: string, verified: boolean): { phone: string; phone_verified: number } {
  const number = phone === "" ? "" : phoneNumber(phone);
  return { phone: number, phone_verified: Number(verified && number !== "") };
}

export function addressColumns(address: Address, verified: boolean): { address: string; address_verified: number } {
  const given = addressFields.flatMap((field) => {
    const text = displayText(`address.${field}`, address[field] ?? "", { least: 0 });
    return text === "" ? [] : [[field, text] as const];
  });
  return { address: JSON.stringify(Object.fromEntries(given)), address_verified: Number(verified && given.length > 0) };
}

function localeTag(text: string): string {
  if (text === "") return "";
  try {
    return Intl.getCanonicalLocales(text)[0] ?? "";
  } catch {
    throw invalid("locale", "locale must be a language tag such as en, de-CH or zh-Hant");
  }
}

/** Clients show it, so it must be something that can only be shown; we never fetch it. */
function pictureAddress(text: string): string {
  if (text === "") return "";
  // URL.parse leaves line breaks out; what is kept is the text as it was given.
  const isAddress = text.length <= 2048 && !/[\s\p{Cc}]/u.test(text) && URL.parse(text)?.protocol === "https:";
  if (!isAddress) throw invalid("picture", "picture must be an https address");
  return text;
}
