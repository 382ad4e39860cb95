/**
 * Remembers every secret that goes into a node or comes out of it, whatever a test is about, and looks for all of them
 * where no secret may be: in the log, in the database, and in what the management API tells about things that are
 * there.
 */
import type { Exchange } from "./exchanges.ts";
import { Needles, SHORTEST_NEEDLE } from "./needles.ts";

/** Of a form, a query, a JSON body or an answer. */
const names =
  "password|newPassword|currentPassword|secret|clientSecret|client_secret|token|access_token|refresh_token|id_token|id_token_hint|" +
  "code|code_verifier|assertion|client_assertion|request|link|ticket|challenge|credential";
const isSecretName = new RegExp(`^(?:${names})$`);
const text = '"((?:[^"\\\\]|\\\\.)*)"';
const secretMembers = new RegExp(`"(${names})"\\s*:\\s*${text}`, "g");
const allMembers = new RegExp(`${text}\\s*:\\s*${text}`, "g");
const hiddenFields = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;
/**
 * What an app or a drawer is given, where they are set up. On other pages it is the id of a request, which is in the
 * log.
 */
const showsCodes = /^\/(?:login\/(?:enrol|passkey\/offer)|account\/security)/;
const shownCodes = /<code>([^<]{10,80})<\/code>/g;
const privateKeys = /-----BEGIN PRIVATE KEY-----(?:\\n|\n)([\w+/=]{30,})/g;
/** Six digits, as a word of a text: not a part of a number, an id or a colour. */
const codeInText = /(?<![\w#.:+-])\d{3} ?\d{3}(?![\w.:-])/g;

/**
 * As Signet makes them: a sealed ticket, a client secret or a JWT. What tests send in their place, ids and nonsense, is
 * none.
 */
const isOurs = /^(?:sg[a-z]_[\w-]{20,}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$/;
const isTyped = /^(?:password|newPassword|currentPassword)$/;
/** Some people try their own name as a password, and are refused. */
const isName = /^\S+@\S+$/;
const isCode = /^(\d{3})[ -]?(\d{3})$/;

/** Tests that look at memory send requests without end; whatever would leak has leaked long before. */
const MOST = 20_000;
const LONGEST_KEPT = 64;
/** No name is longer. */
const LONGEST_PUBLIC = 500;

/** The end of a long one is as unlike all others as the whole. A copy, because a slice would keep the whole. */
function endOf(value: string): string {
  return value.length <= LONGEST_KEPT ? value : Buffer.from(value.slice(-LONGEST_KEPT)).toString();
}

/** A value that a test repeats, as `aaaa…` or a placeholder, is in other places as well. */
const isRandomEnough = (value: string) => value.length >= SHORTEST_NEEDLE && new Set(value).size >= 8;

export class Secrets {
  /** With where each was seen first. */
  readonly #known = new Map<string, string>();
  /** The same words once, however many secrets they are said of. */
  readonly #said = new Map<string, string>();
  readonly #codes = new Map<string, string>();
  /** What was also sent where everybody may read it is no secret: a name that somebody tried as a password, say. */
  readonly #public = new Set<string>();
  readonly #told: string[] = [];

  learn(what: string, value: string): void {
    if (this.size >= MOST) return;
    const digits = isCode.exec(value.trim());
    if (digits !== null) this.#codes.set(`${digits[1]}${digits[2]}`, what);
    else if (isRandomEnough(value)) this.#remember(endOf(value), what);
  }

  #remember(secret: string, what: string): void {
    if (this.#known.has(secret)) return;
    const said = this.#said.get(what) ?? what;
    this.#said.set(said, said);
    this.#known.set(secret, said);
  }

  get size(): number {
    return this.#known.size + this.#codes.size;
  }

  see(exchange: Exchange): void {
    const where = `${exchange.method} ${exchange.url.split("?")[0]}`;
    this.#seeRequest(exchange, where);
    this.#seeAnswer(exchange, where);
    // The reference is written before there is any secret.
    const isTold = /^GET \/management\/v1\/(?!(?:openapi\.json|docs)(?:$|#))/.test(where);
    if (isTold && this.#told.length < MOST) this.#told.push(exchange.answer);
  }

  #learnOurs(what: string, value: string): void {
    if (isOurs.test(value)) this.learn(what, value);
  }

  #seeRequest({ url, headers, sent, status }: Exchange, where: string): void {
    this.#seeFields(new URLSearchParams(url.split("?").slice(1).join("?")), where);
    const [scheme = "", credentials = ""] = (headers.authorization ?? "").split(" ");
    if (/^bearer$/i.test(scheme)) this.#learnOurs(`the bearer token of ${where}`, credentials);
    if (/^basic$/i.test(scheme)) {
      const [, ...rest] = Buffer.from(credentials, "base64").toString().split(":");
      const secret = decoded(rest.join(":"));
      if (isOurs.test(secret)) this.learn(`the Authorization header of ${where}`, credentials);
      this.#learnOurs(`the client secret of ${where}`, secret);
    }
    const type = headers["content-type"] ?? "";
    if (type.startsWith("application/x-www-form-urlencoded")) {
      const form = new URLSearchParams(sent);
      this.#seeFields(form, where);
      if (status < 400) this.learn(`code_verifier sent to ${where}`, form.get("code_verifier") ?? "");
    }
    if (!type.startsWith("application/json")) return;
    for (const [, name = "", value = ""] of sent.matchAll(allMembers)) this.#seeField(name, plain(value), where);
  }

  #seeAnswer({ url, status, answer, answerHeaders }: Exchange, where: string): void {
    for (const cookie of [answerHeaders["set-cookie"] ?? []].flat())
      this.#seeCookie(String(cookie).split(";")[0] ?? "", where);
    const [, query = "", fragment = ""] =
      /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(String(answerHeaders.location ?? "")) ?? [];
    for (const part of [query, fragment]) {
      for (const [name, value] of new URLSearchParams(part))
        if (isSecretName.test(name)) this.#learnOurs(`${name} from ${where}`, value);
    }
    const type = String(answerHeaders["content-type"] ?? "");
    if (/[/+]json\b/.test(type)) {
      for (const [, name = "", value = ""] of answer.matchAll(secretMembers))
        this.#learnOurs(`${name} from ${where}`, plain(value));
      for (const [, line = ""] of answer.matchAll(privateKeys))
        this.learn(`a private key from ${where}`, line.slice(0, 60));
    }
    if (!type.startsWith("text/html") || !/^\/(?:login|account|logout|oauth)\b/.test(url)) return;
    for (const [, name = "", value = ""] of answer.matchAll(hiddenFields)) {
      if (isSecretName.test(name)) this.#learnOurs(`${name} on the page of ${where}`, value);
    }
    if (!showsCodes.test(url) || status !== 200) return;
    for (const [, shown = ""] of answer.matchAll(shownCodes)) {
      for (const form of [shown, shown.replaceAll(/[ -]/g, "")]) this.learn(`a code shown by ${where}`, form);
    }
  }

  #seeFields(fields: URLSearchParams, where: string): void {
    for (const [name, value] of fields) this.#seeField(name, value, where);
  }

  #seeField(name: string, value: string, where: string): void {
    if ((isTyped.test(name) && !isName.test(value)) || (name === "code" && isCode.test(value.trim())))
      this.learn(`${name} sent to ${where}`, value);
    else if (isSecretName.test(name)) this.#learnOurs(`${name} sent to ${where}`, value);
    else if (value.length >= SHORTEST_NEEDLE && value.length <= LONGEST_PUBLIC && this.#public.size < MOST)
      this.#public.add(value);
  }

  #seeCookie(cookie: string, where: string): void {
    const [name = "", ...value] = cookie.split("=");
    if (/signet-(?:browser|sessions)$/.test(name))
      this.learn(`the cookie ${name} of ${where}`, decoded(value.join("=")));
  }

  /** What of it is where it must not be; the secret itself is not repeated. */
  leaksIn(places: Readonly<Record<string, string>>): string[] {
    const written = new Map<string, string>();
    for (const secret of this.#known.keys()) for (const form of formsOf(secret)) written.set(form, secret);
    const needles = new Needles(written.keys());
    const everywhere = { ...places, "what the management API tells": this.#told.join("\n") };
    return Object.entries(everywhere).flatMap(([place, content]) => {
      const found = new Set(needles.in(content).map((form) => written.get(form) ?? ""));
      const leaks = [...found]
        .filter((secret) => !this.#isPublic(secret))
        .map((secret) => `${place}: ${this.#known.get(secret)}`);
      const codes =
        this.#codes.size === 0 ? [] : (content.match(codeInText) ?? []).map((code) => code.replace(" ", ""));
      const typed = new Set(codes.filter((code) => this.#codes.has(code)));
      return [...leaks, ...[...typed].map((code) => `${place}: ${this.#codes.get(code)} (six digits)`)];
    });
  }

  #isPublic(secret: string): boolean {
    return [...this.#public].some((value) => value.includes(secret));
  }
}

/** As it stands in an address, in a form or in JSON. */
function formsOf(secret: string): Set<string> {
  return new Set([
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  ]);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value;
  }
}

function plain(member: string): string {
  try {
    return JSON.parse(`"${member}"`);
  } catch {
    return member;
  }
}
