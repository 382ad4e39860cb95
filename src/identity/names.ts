/**
 * Names people type: how they are compared, and which ones are accepted. Normalised first, then judged, then stored.
 */
import { domainToASCII } from "node:url";
import { SignetError } from "../errors/signet-error.ts";

/** Normalising takes time that grows with the square of the length, so what is far too long is refused before it. */
const LONGEST_INPUT = 4_096;

function refuseEndless(field: string, text: string): void {
  if (text.length > LONGEST_INPUT) throw invalid(field, `${field} is far too long`);
}

/** What two spellings of the same name have in common: NFKC and full case folding. */
export function nameKey(text: string): string {
  // Upper and lower once more, because some letters fold only on the way (ß, ſ, final sigma).
  return text.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/** The name of a thing, shown to people: any writing, but nothing invisible that could pass for something else. */
export function displayText(field: string, text: string, limits: { least?: number; most?: number } = {}): string {
  const { least = 1, most = 200 } = limits;
  refuseEndless(field, text);
  const value = text.normalize("NFC").trim();
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(value)) {
    throw invalid(
      field,
      `${field} contains line breaks, control characters or marks that change the direction of text; remove them`,
    );
  }
  const length = [...value].length;
  if (length > most) throw invalid(field, `${field} has ${length} characters; at most ${most} are possible`);
  if (length < least || (least > 0 && /^[\s\p{Cf}]*$/u.test(value)))
    throw invalid(field, `${field} is empty; give at least ${least} character`);
  return value;
}

/**
 * A user name is one half of a login name, so it has no @ of its own: nobody can choose a name that reads as another
 * person's address. Letters of scripts that look alike may not be mixed within one name.
 */
export function userName(text: string): string {
  refuseEndless("userName", text);
  const value = text.normalize("NFKC").trim();
  if (!/^[\p{L}\p{M}\p{N}._+-]{1,200}$/u.test(value)) {
    throw invalid("userName", "userName may have 1 to 200 letters, digits and the signs . _ + -, without @ and spaces");
  }
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) =>
    script.test(value),
  );
  if (scripts.length > 1)
    throw invalid("userName", "userName mixes letters of scripts that look alike; use one of them");
  return value;
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domain of an organization, as login names end with it. International names are kept in their ASCII form. */
export function domainName(text: string): string {
  refuseEndless("domain", text);
  const value = asciiDomain(text.normalize("NFKC").trim());
  if (value === "" || value.length > 253 || !value.split(".").every((label) => LABEL.test(label))) {
    throw invalid("domain", `domain must be a domain name such as acme.example`);
  }
  return value;
}

/** The empty string when it is no domain. What would end the host of a URL is not for the converter to cut off. */
export function asciiDomain(text: string): string {
  return /[\s/\\?#@:%[\]]/.test(text) ? "" : domainToASCII(text).toLowerCase();
}

/** RFC 5321 length limits; the local part is kept as given, the domain in its ASCII form. */
export function emailAddress(text: string): string {
  refuseEndless("email", text);
  const value = text.normalize("NFKC").trim();
  const at = value.lastIndexOf("@");
  const local = value.slice(0, at);
  const domain = asciiDomain(value.slice(at + 1));
  const valid =
    at > 0 &&
    local.length <= 64 &&
    !/[\s@"<>()[\]\\,;:\p{Cc}\p{Cf}]/u.test(local) &&
    domain.includes(".") &&
    domain.split(".").every((label) => LABEL.test(label));
  if (!valid || value.length > 254) throw invalid("email", "email must be an address such as ada@acme.example");
  return `${local}@${domain}`;
}

/** E.164, as OpenID Connect recommends for phone_number. */
export function phoneNumber(text: string): string {
  const value = text.replace(/[\s().-]/g, "");
  if (!/^\+[1-9]\d{6,14}$/.test(value))
    throw invalid("phone", "phone must be an international number such as +41 44 123 45 67");
  return value;
}

export function invalid(field: string, message: string): SignetError {
  return new SignetError("invalid_input", message, { field });
}
