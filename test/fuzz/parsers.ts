/**
 * Every reader of text that somebody else has written: what it is called with, and what it throws at what it does not
 * take.
 */
import { URLSearchParams as Search } from "node:url";
import * as config from "../../src/config-values.ts";
import { SignetError } from "../../src/errors/signet-error.ts";
import { StartError } from "../../src/errors/start-error.ts";
import { networkOf } from "../../src/http/client-address.ts";
import { errorRoomOf, targetOfBroken } from "../../src/http/error-rooms.ts";
import { explainMismatch, matchRedirectUri } from "../../src/identity/applications/redirect-uris.ts";
import { checkRedirectUri } from "../../src/identity/applications/rules-redirect-uri.ts";
import { isPort, splitUri } from "../../src/identity/applications/rules-uri-parts.ts";
import { isOthersScheme, isPrivateScheme } from "../../src/identity/applications/rules-uri-schemes.ts";
import { encodeImage, isImageId } from "../../src/identity/branding/encode-image.ts";
import { readPublicKey } from "../../src/identity/credential-keys/credential.ts";
import { readRoleList } from "../../src/identity/effective-roles.ts";
import { wantedLevel } from "../../src/identity/factors/levels.ts";
import { passkeyNameOf } from "../../src/identity/factors/passkey-names.ts";
import { readProof, readRegistration } from "../../src/identity/factors/passkey-responses.ts";
import { matchingStep, newTotpSecret, totpAddress } from "../../src/identity/factors/totp.ts";
import { keyedRequest } from "../../src/identity/limits/idempotency.ts";
import { filterByName, isPlain, nameHolds, nameMayHold, searchText } from "../../src/identity/listing.ts";
import { isLoopbackHost } from "../../src/identity/loopback.ts";
import { readMetadataList } from "../../src/identity/metadata.ts";
import { asciiDomain, displayText, domainName, emailAddress, phoneNumber, userName } from "../../src/identity/names.ts";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { splitKeys } from "../../src/identity/role-keys.ts";
import { matchesHash, newSecret } from "../../src/identity/secrets.ts";
import { nameBrowser } from "../../src/identity/sessions/browser-name.ts";
import { findPasswordProblem } from "../../src/identity/users/password-rules.ts";
import { addressColumns, emailColumns, phoneColumns, profileColumns } from "../../src/identity/users/profile.ts";
import { queryWords, searchWords } from "../../src/identity/users/search-words.ts";
import { filterByUser } from "../../src/identity/users/summary.ts";
import { parseMasterKey } from "../../src/keys/master-key.ts";
import { senderAddress } from "../../src/mail/sender-address.ts";
import { versionOf } from "../../src/management/etags.ts";
import { bearerToken } from "../../src/management/guard.ts";
import { problemRoom } from "../../src/management/problems.ts";
import { fromTime } from "../../src/management/schemas.ts";
import { toTimeRange } from "../../src/management/time-range.ts";
import { problemWith } from "../../src/oauth/assertion-claims.ts";
import { readAssertion } from "../../src/oauth/assertions.ts";
import { parseResponseType } from "../../src/oauth/authorize/check-response-type.ts";
import { readBasic } from "../../src/oauth/client-auth/basic.ts";
import { OauthError } from "../../src/oauth/errors.ts";
import { Parameters } from "../../src/oauth/parameters.ts";
import { parseStrictObject } from "../../src/oauth/strict-json.ts";
import { initialOf } from "../../src/pages/fields.ts";
import { html } from "../../src/pages/html.ts";
import { passwordBytes } from "../../src/passwords/password-bytes.ts";
import { parseHash } from "../../src/passwords/stored-hash.ts";
import { hinted } from "../../src/people/factors/factor-page.ts";
import { readRegistrationForm } from "../../src/people/register/form.ts";
import { canBeLoginName } from "../../src/people/sign-in/login-name.ts";
import { UnstorableText } from "../../src/storage/errors.ts";
import { statementSummary } from "../../src/telemetry/statement-summary.ts";
import { readTraceparent } from "../../src/telemetry/traceparent.ts";
import { fromAcceptLanguage, fromLocales, toLanguage } from "../../src/texts/languages.ts";
import { audienceProject, boundOrganization, parseScopes, requestedRoles } from "../../src/tokens/scopes.ts";

export interface Parser {
  readonly read: (text: string) => unknown;
  /** Whether it may throw this; nothing when left out. */
  readonly refuses?: (error: unknown) => boolean;
  /** Pieces of what it reads. */
  readonly pieces?: readonly string[];
  /** It normalises: what it gives back is read as itself. */
  readonly settles?: true;
}

const invalidInput = (error: unknown) => error instanceof SignetError && error.code === "invalid_input";
const oauthError = (error: unknown) => error instanceof OauthError;
const startError = (error: unknown) => error instanceof StartError;
const malformedHash = (error: unknown) =>
  error instanceof Error && error.message.startsWith("A stored password hash is malformed: ");

const uris = [
  "https://",
  "http://",
  "app.example",
  "/callback",
  "?a=b",
  "#x",
  ":8080",
  "@",
  "localhost",
  "[::1]",
  "com.example:/",
  "%2e",
  "..",
];
const names = ["ada", "@", "acme", ".example", "ß", "ſ", "İ", "ά", "Σ", "\u0301", "ﬃ", "-", "."];
const jwt = [
  "eyJhbGciOiJub25lIn0",
  ".",
  "e30",
  "eyJpc3MiOiJhIiwic3ViIjoiYSJ9",
  "eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ",
  "AAAA",
  "=",
];
const json = ["{", "}", "[", "]", '"a"', '"\\u0061"', ":", ",", "1", "null", '"__proto__"', '"', "\\"];
const scopes = [
  "openid",
  " ",
  "urn:service:iam:org:id:",
  "urn:service:iam:org:project:id:",
  ":aud",
  "urn:service:iam:org:project:role:",
  "x",
];
const times = ["2026-11-30", "T", "12:00:00", ".5", "Z", "+25:00", "[Europe/Zurich]", "60", "-"];
const totpSecret = newTotpSecret();
const { hash: secretHash } = newSecret();
const rules = { audiences: ["https://id.example"], repeatable: false };
const context = { type: "native", developmentMode: true } as const;

/** By the name of the function in src/ that reads. */
const someUser = {
  user_id: "1",
  kind: "human",
  home_id: "2",
  user_name: "ada",
  domain: "acme.example",
  summary_name: "Ada Ŀovelace",
};

export const parsers: Readonly<Record<string, Parser>> = {
  // The protocol.
  Parameters: {
    read: (text) => new Parameters(text).once().encode({ a: "b" }),
    refuses: oauthError,
    pieces: ["a", "=", "&", "%41", "+", "%00", ";"],
  },
  parseScopes: { read: (text) => parseScopes(text)?.join(" ") ?? "", pieces: scopes, settles: true },
  audienceProject: { read: (text) => audienceProject(text, "service"), pieces: scopes },
  boundOrganization: { read: (text) => boundOrganization(text.split(" ")), pieces: scopes },
  requestedRoles: { read: (text) => requestedRoles(text.split(" ")), pieces: scopes },
  parseResponseType: {
    read: (text) => parseResponseType(text) ?? "",
    pieces: ["code", "id_token", "token", " "],
    settles: true,
  },
  wantedLevel: { read: wantedLevel, pieces: ["1fa", "mfa", "phr", " "], settles: true },
  readBasic: {
    read: readBasic,
    refuses: oauthError,
    pieces: [
      "Basic ",
      "basic",
      Buffer.from("a:b").toString("base64"),
      Buffer.from("%:%").toString("base64"),
      "/+8=",
      "===",
      "gICA",
    ],
  },
  bearerToken: { read: bearerToken, pieces: ["Bearer ", "bearer", "sga_abc", "=", "=="] },
  readAssertion: { read: readAssertion, pieces: jwt },
  problemWith: {
    read: (text) => problemWith({ aud: text, exp: Number(text), iat: text, jti: text }, rules, 1_000),
    pieces: ["https://id.example"],
  },
  parseStrictObject: { read: parseStrictObject, pieces: json },
  // Redirect URIs.
  splitUri: { read: splitUri, pieces: uris },
  isPort: { read: isPort, pieces: ["1", "0", "65535"] },
  checkRedirectUri: { read: (text) => checkRedirectUri(text, context), pieces: uris },
  matchRedirectUri: {
    read: (text) => matchRedirectUri(text, ["http://localhost/cb", "https://app.example/callback"], "native"),
    pieces: uris,
  },
  explainMismatch: {
    read: (text) => explainMismatch(text, ["http://localhost/cb", "https://app.example/callback"]),
    pieces: uris,
  },
  // Names and addresses of people and things.
  displayText: { read: (text) => displayText("name", text), refuses: invalidInput, pieces: names, settles: true },
  userName: { read: userName, refuses: invalidInput, pieces: names, settles: true },
  domainName: { read: domainName, refuses: invalidInput, pieces: [...names, "xn--", "zürich", "。"], settles: true },
  isLoopbackHost: { read: isLoopbackHost, pieces: ["localhost", ".localhost", "a-", "127.0.0.1", "[::1]"] },
  isOthersScheme: { read: isOthersScheme, pieces: ["http", "s", "web+", "ms-", "tel", "t", "p", "-"] },
  isPrivateScheme: { read: isPrivateScheme, pieces: ["com", ".", "my-app", "+"] },
  errorRoomOf: {
    read: (text) => errorRoomOf([problemRoom], text),
    pieces: ["/management/v1", "http://", "/", "?", "#", "x"],
  },
  targetOfBroken: {
    read: (text) => targetOfBroken({ rawPacket: Buffer.from(text) }),
    pieces: ["GET ", "/management/v1", " HTTP/1.1\r\n"],
  },
  asciiDomain: { read: asciiDomain, pieces: [...names, "xn--", "zürich", "。"], settles: true },
  emailAddress: { read: emailAddress, refuses: invalidInput, pieces: names, settles: true },
  emailColumns: {
    read: (text) => emailColumns(text, "vouched").email,
    refuses: invalidInput,
    pieces: names,
    settles: true,
  },
  phoneNumber: {
    read: phoneNumber,
    refuses: invalidInput,
    pieces: ["+41", " ", "(", ")", "44", "123 45 67", "-", "."],
    settles: true,
  },
  phoneColumns: {
    read: (text) => phoneColumns(text, true).phone,
    refuses: invalidInput,
    pieces: ["+41441234567"],
    settles: true,
  },
  "profileColumns, locale": {
    read: (text) => profileColumns({ locale: text }).locale,
    refuses: invalidInput,
    pieces: ["en", "-", "CH", "Latn", "x", "u", "ca", "a".repeat(9), "i-klingon", "zh-min"],
    settles: true,
  },
  "profileColumns, picture": {
    read: (text) => profileColumns({ picture: text }).picture,
    refuses: invalidInput,
    pieces: uris,
    settles: true,
  },
  addressColumns: {
    read: (text) => addressColumns({ street: text, country: text }, true),
    refuses: invalidInput,
    pieces: names,
  },
  canBeLoginName: { read: canBeLoginName, pieces: names },
  readRegistrationForm: {
    read: (text) => readRegistrationForm(new Search(text)),
    pieces: ["email=", "&", "password=", "%20"],
  },
  hinted: { read: hinted, pieces: names },
  initialOf: { read: initialOf, pieces: names, settles: true },
  nameBrowser: {
    read: nameBrowser,
    pieces: ["Mozilla/5.0 ", "Edg/", "Chrome/", "Safari/", "(X11; Linux", "iPhone", "Mac OS X"],
  },
  senderAddress: {
    read: (text) => senderAddress(text, "https://id.example").address,
    pieces: ["Acme ", "<", ">", "a@b.example", '"'],
  },
  // Searching and listing.
  queryWords: { read: (text) => queryWords(text).join(" "), pieces: [...names, " ", ",", "("] },
  searchWords: { read: (text) => searchWords([text, text]), pieces: [...names, " ", ",", "("] },
  filterByName: {
    read: (text) => filterByName(text, "name").accepts({ name: "Ada" }),
    refuses: invalidInput,
    pieces: names,
  },
  filterByUser: { read: (text) => filterByUser(text).accepts(someUser), refuses: invalidInput, pieces: names },
  searchText: { read: (text) => searchText(text) ?? "", refuses: invalidInput, pieces: names },
  nameHolds: { read: (text) => nameHolds("Acme", text), pieces: names },
  nameMayHold: { read: (text) => nameMayHold(text) === undefined, pieces: names },
  isPlain: { read: isPlain, pieces: names },
  readMetadataList: { read: readMetadataList, pieces: ["key", ",", "%2C", "%25"] },
  readRoleList: { read: readRoleList, pieces: ["project", " ", "role", ","] },
  splitKeys: { read: (text) => splitKeys(text).join(" "), pieces: ["a", " "], settles: true },
  // Headers.
  versionOf: { read: (text) => versionOf(text, true), refuses: invalidInput, pieces: ['"1"', 'W/"2"', "*", " ", '""'] },
  keyedRequest: { read: (text) => keyedRequest("a", text, [text]), refuses: invalidInput, pieces: ["a", "-", "~"] },
  readTraceparent: { read: readTraceparent, pieces: ["00-", "a".repeat(32), "-", "b".repeat(16), "01", "ff"] },
  fromAcceptLanguage: { read: fromAcceptLanguage, pieces: ["de", "-AT", ",", ";q=", "0.5", "*", "en"] },
  fromLocales: { read: (text) => fromLocales(text) ?? "", pieces: ["de", "-AT", "_", " ", "fr"], settles: true },
  toLanguage: { read: (text) => toLanguage(text) ?? "", pieces: ["de", "-AT", "_", "DE"], settles: true },
  networkOf: { read: networkOf, pieces: ["::ffff:", "10.0.0.1", "fe80::1", "%eth0", "2001:db8:", ":", "::1"] },
  // Times, and what is stored.
  fromTime: { read: fromTime, pieces: times },
  toTimeRange: { read: (text) => toTimeRange({ from: text, to: text }), refuses: invalidInput, pieces: times },
  parseHash: {
    read: parseHash,
    refuses: malformedHash,
    pieces: ["$argon2id$v=19$", "m=8,t=1,p=1$", "AAAAAAAAAAAAAAAAAAAAAA", "$", "m=99999999999"],
  },
  statementSummary: { read: statementSummary, pieces: ["select ", 'from "users"', "WITH ", "'"] },
  // Proofs.
  passwordBytes: { read: passwordBytes, pieces: names },
  findPasswordProblem: {
    read: (text) => findPasswordProblem(text, builtInPolicies.password, [text]),
    refuses: (error) => error instanceof UnstorableText,
    pieces: ["password", "ada", "𝕡", "\0"],
  },
  matchesHash: { read: (text) => matchesHash(text, secretHash), pieces: ["sgx_"] },
  matchingStep: {
    read: (text) => matchingStep(totpSecret, text, 1_000_000),
    pieces: ["123", " ", "456", "-", "１２３", "٤٥٦"],
  },
  // No name has half of a pair in it: displayText and userName see to that.
  totpAddress: {
    read: (text) => new URL(totpAddress(totpSecret, { issuer: text.toWellFormed(), label: text.toWellFormed() })).href,
    pieces: [":", "%", "/"],
  },
  readRegistration: {
    read: readRegistration,
    pieces: ['{"id":"a","response":{', '"clientDataJSON":"e30"', ',"attestationObject":"AA"', "}}"],
  },
  readProof: {
    read: readProof,
    pieces: ['{"id":"a","response":{', '"clientDataJSON":"e30"', ',"authenticatorData":"AA"', "}}"],
  },
  passkeyNameOf: { read: passkeyNameOf, pieces: ["ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"] },
  "readPublicKey, as PEM": {
    read: readPublicKey,
    refuses: invalidInput,
    pieces: [
      "-----BEGIN PUBLIC KEY-----\n",
      "-----END PUBLIC KEY-----\n",
      "MCowBQYDK2VwAyEA",
      "A".repeat(43),
      "PRIVATE KEY",
      "CERTIFICATE",
    ],
  },
  "readPublicKey, as a JWK": {
    read: (text) => readPublicKey({ kty: "OKP", crv: "Ed25519", x: text }),
    refuses: invalidInput,
    pieces: ["A".repeat(43), "=", "+/"],
  },
  encodeImage: {
    read: (text) => encodeImage("logo", text),
    refuses: invalidInput,
    pieces: ["iVBORw0KGgo", "UklGRg", "/9j/", "AAAA", "="],
  },
  isImageId: { read: isImageId, pieces: ["a".repeat(43)] },
  // The configuration.
  parseMasterKey: { read: parseMasterKey, pieces: ["A".repeat(43), "q80", "=", "\n"] },
  "config port": { read: (text) => config.port("NAME", text), refuses: startError, pieces: ["8", "0", "65535"] },
  "config count": { read: (text) => config.count("NAME", text, 64), refuses: startError, pieces: ["8", "0"] },
  "config publicUrl": {
    read: (text) => config.publicUrl("NAME", text),
    refuses: startError,
    pieces: uris,
    settles: true,
  },
  "config host": {
    read: (text) => config.host("NAME", text),
    refuses: startError,
    pieces: ["127.0.0.1", "::1", "localhost"],
    settles: true,
  },
  "config databaseUrl": {
    read: (text) => config.databaseUrl("NAME", text),
    refuses: startError,
    pieces: ["file:", "postgres://", "a", "@", ":"],
    settles: true,
  },
  "config smtpUrl": {
    read: (text) => config.smtpUrl("NAME", text),
    refuses: startError,
    pieces: ["smtp://", "smtps://", "a", ":", "%40", "%", "@", "host"],
    settles: true,
  },
  "config mailAddress": {
    read: (text) => config.mailAddress("NAME", text),
    refuses: startError,
    pieces: ["Acme ", "<", ">", "a@b"],
    settles: true,
  },
  "config loginName": {
    read: (text) => config.loginName("NAME", text),
    refuses: startError,
    pieces: names,
    settles: true,
  },
  "config password": { read: (text) => config.password("NAME", text), refuses: startError, settles: true },
  "config networks": {
    read: (text) => config.networks("NAME", text).join(","),
    refuses: startError,
    pieces: ["10.0.0.1", "/8", ",", "::", "/129"],
    settles: true,
  },
  "config logLevel": {
    read: (text) => config.logLevel("NAME", text),
    refuses: startError,
    pieces: ["info", "debug"],
    settles: true,
  },
  // What is shown.
  html: { read: (text) => html`<p title="${text}">${text}</p>`.text, pieces: ["<", ">", "&", '"', "'", "&amp;"] },
};

/** Takes a text, and is no reader of what somebody else has written. */
export const notParsers: Readonly<Record<string, string>> = {
  browserOf: "asks nameBrowser alone",
  readAudienceList: "of our own statement",
  splitScopes: "of our own row",
  nameWithDigits: "of an address that emailAddress has read",
  nameKey: "asked by others, each of which refuses what is far too long before",
  folded: "the same as nameKey",
  isCommonPassword: "asked by findPasswordProblem, which refuses what is far too long before",
  toBlocks: "of our own words for the reference",
  inline: "of our own words for the reference",
  sourceHash: "a hash",
  inScheme: "of our own style sheet",
  publicKeyOf: "of a key that we have written ourselves",
  parseKept: "of JSON that we have written ourselves",
  readJwt: "has a test of its own: it needs keys",
  hashSecret: "a hash",
  matchesAnySecret: "matchesHash, several times",
  smtpServer: "of an address that the configuration has judged: it has a test of its own",
};
