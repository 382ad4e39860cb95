/**
 * Domains that are no organization's own: those below which anybody registers names (`co.uk`, `github.io`), and those
 * in which anybody gets an address (`gmail.com`). Both lists are large and looked at rarely, so they are loaded when
 * they are first needed.
 */

export type PublicDomain = "ip_address" | "public_suffix" | "public_mail";

/** Well known and not in the list that is kept elsewhere. */
const furtherMail = [
  [
    "fastmail.com",
    "fastmail.fm",
    "gmx.at",
    "gmx.ch",
    "gmx.com",
    "gmx.de",
    "gmx.net",
    "hey.com",
    "icloud.com",
    "keemail.me",
    "mailbox.org",
  ],
  [
    "outlook.com",
    "pm.me",
    "posteo.ch",
    "posteo.de",
    "posteo.net",
    "proton.me",
    "protonmail.ch",
    "protonmail.com",
    "runbox.com",
  ],
  [
    "startmail.com",
    "tuta.com",
    "tuta.io",
    "tutamail.com",
    "tutanota.com",
    "tutanota.de",
    "zohomail.com",
    "zohomail.eu",
  ],
].flat();

let mail: Promise<ReadonlySet<string>> | undefined;

async function readMailDomains(): Promise<ReadonlySet<string>> {
  const { default: listed } = await import("email-providers/all.json", { with: { type: "json" } });
  return new Set([...listed, ...furtherMail]);
}

/** `domain` as names.ts has it: in ASCII and lower case. Undefined where it can be one's own. */
export async function publicDomain(domain: string): Promise<PublicDomain | undefined> {
  const { parse } = await import("tldts");
  const {
    isIp,
    publicSuffix,
    domain: registered,
  } = parse(domain, { allowPrivateDomains: true, validateHostname: false });
  if (isIp === true) return "ip_address";
  if (registered === null || publicSuffix === domain) return "public_suffix";
  mail ??= readMailDomains();
  const known = await mail;
  return known.has(domain) || known.has(registered) ? "public_mail" : undefined;
}
