/** Groups D to G: who calls, what they sign, what they are given, and what is told about it. */
import type { Row } from "./rows.ts";

const assertions = (test: string) => ({ file: "oauth/assertions.test.ts", test });
const matrix = (test: string) => ({ file: "state-matrix/http-ways-in.ts", test });

export const machineRows: readonly Row[] = [
  {
    id: "D2",
    says: "one client's certificate is not another's",
    notOurs: "no client authenticates with a TLS certificate here",
  },
  {
    id: "D3",
    says: "a request authenticates in one way",
    elsewhere: { file: "oauth/client-auth.test.ts", test: "two ways at once are one too many" },
  },
  {
    id: "D4",
    says: "an application authenticates by its own method and no other",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
    elsewhere: { file: "oauth/client-auth.test.ts", test: "an application with ${own} that tries ${tried}" },
  },
  {
    id: "D6",
    says: "only who may manage an application changes it",
    elsewhere: { file: "management/applications.test.ts", test: "who may only see the project changes no application" },
    also: [
      {
        file: "management/applications.test.ts",
        test: "nobody but who manages the project sees its applications; a grant does not include them",
      },
    ],
  },
  { id: "D7", says: "an application that is switched off is no client anywhere, and cannot change that" },
  {
    id: "D8",
    says: "Basic carries any secret, and a header that cannot be read does no harm",
    elsewhere: {
      file: "oauth/client-auth.test.ts",
      test: "Basic is form-encoded: secrets with any character come through",
    },
  },
  {
    id: "D10",
    says: "the time of a refusal does not tell how much of a secret was right",
    notOurs:
      "SHA-256 digests of secrets are compared, all of them and in constant time (identity/secrets.ts); a hundred thousand " +
      "timed requests on a shared machine would fail by chance, not by a mistake",
  },
  { id: "D11", says: "nobody registers an application without being a manager" },
  { id: "D12", says: "a grant that is unknown, or that the application does not have, gives nothing" },

  { id: "E2", says: "a client's public key is no shared secret" },
  { id: "E3", says: "a client's key has one algorithm, whatever the header says" },
  { id: "E4", says: "a key that the header brings along or points to is not used, and nothing is fetched" },
  { id: "E6", says: "a jti works once, on all nodes", elsewhere: assertions("E6: a jti works once, on all nodes") },
  { id: "E7", says: "the times of a client's assertion are there, are numbers and are near now" },
  { id: "E8", says: "an assertion that would live for years is refused, and leaves no row behind" },
  {
    id: "E10",
    says: "a client's assertion is for us alone",
    elsewhere: assertions("E10: a client's assertion is for us alone"),
  },
  { id: "E11", says: "iss and sub of a client's assertion are its id, as text, exactly" },
  {
    id: "E12",
    says: "tokens of ours are no assertions",
    elsewhere: assertions("E12: our own tokens are no assertions"),
  },
  { id: "E14", says: "a client's assertion has one form and one meaning" },
  { id: "E15", says: "what is too large is refused before it is read" },
  { id: "E16", says: "an encrypted token is not opened, wherever it is sent" },
  {
    id: "E18",
    says: "a service user that may not act gets no token",
    elsewhere: assertions("E18: whoever may not act gets no token, and what it has ends, on every node at once"),
  },
  {
    id: "E19",
    says: "nobody but a service user signs for itself, and all refusals look the same",
    elsewhere: assertions("E11, E19: iss and sub are one and the same id of a service user"),
  },
  { id: "E20", says: "an assertion for another issuer is not for us", elsewhere: assertions("E10, E20: only for us") },

  {
    id: "F1",
    says: "a refresh token has one lineage, however many use it at once",
    elsewhere: { file: "oauth/races.test.ts", test: "a refresh token has one lineage" },
  },
  { id: "F2", says: "who refreshes proves which client it is, and failing to uses nothing up" },
  {
    id: "F3",
    says: "a refresh token is worth nothing to another client, and is not used up by it",
    elsewhere: { file: "oauth/refresh.test.ts", test: "another client's token is refused, and not consumed" },
  },
  {
    id: "F5",
    says: "old refresh tokens are told apart also within one second",
    elsewhere: { file: "oauth/refresh.test.ts", test: "rotated five times within a second, every old one is refused" },
  },
  {
    id: "F6",
    says: "tokens end with the standing they were given on, everywhere at once",
    elsewhere: matrix("introspection of a JWT"),
  },
  {
    id: "F7",
    says: "a changed password and signing out everywhere end every refresh token",
    elsewhere: { file: "state-matrix/states.ts", test: "signed out everywhere" },
  },
  {
    id: "F9",
    says: "a revoked refresh token ends its own session's tokens and no other's",
    elsewhere: {
      file: "oauth/revoke.test.ts",
      test: "rule 2: a revoked refresh token takes every access token of its session along",
    },
  },
  {
    id: "F10",
    says: "a revoked access token ends alone",
    elsewhere: {
      file: "oauth/revoke.test.ts",
      test: "rules 1 and 3: a revoked access token is inactive on every node, and only that one",
    },
  },
  { id: "F11", says: "an opaque token with any character changed, missing or added is none" },
  { id: "F13", says: "a token is for its own audience: another project's client learns nothing from it" },
  { id: "F14", says: "there is no exchange of one token for a better one" },
  {
    id: "F15",
    says: "refreshing never widens a scope",
    elsewhere: {
      file: "oauth/refresh.test.ts",
      test: "a scope that was not granted is refused before anything is consumed",
    },
  },
  {
    id: "F17",
    says: "a request bound to an organization is only for its users",
    elsewhere: { file: "oauth/authorize.test.ts", test: "a request bound to an organization is only for its users" },
  },
  { id: "F18", says: "metadata named like a claim stays metadata" },
  {
    id: "F19",
    says: "a role that was taken away is in no answer",
    elsewhere: {
      file: "oauth/introspect.test.ts",
      test: "roles are told when asked for, nested and flat, as they are now",
    },
  },
  {
    id: "F21",
    says: "an application that may no longer refresh does not",
    elsewhere: {
      file: "oauth/refresh.test.ts",
      test: "an application that has lost the grant refreshes no more, and can again when it has it back",
    },
  },
  { id: "F22", says: "who comes back under a former name is somebody else, and old tokens do not know them" },

  { id: "G1", says: "a caller that a token is not for is told that it is not active, and not a word more" },
  { id: "G3", says: "what was ended in two ways at once has ended" },
  { id: "G4", says: "an answer about one token is never given for another, and is kept by nobody" },
  { id: "G5", says: "only a client that proves who it is may ask" },
  {
    id: "G7",
    says: "nobody reads more than their role allows, and no error tells about the inside",
    elsewhere: { file: "management/role-matrix/matrix.ts", test: "every cell was as expected" },
    also: [
      {
        file: "http/answers.test.ts",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
        test: "tells the outside nothing but its request id, and the log no text of it (${url})",
      },
    ],
  },
  { id: "G8", says: "the key set has public members and nothing else" },
  { id: "G9", says: "userinfo takes a good access token in the header, and nothing else anywhere else" },
];
