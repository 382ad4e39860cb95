/** Groups A to C: where an answer goes, the code in it, and the proof that goes with the code. */
import type { Row } from "./rows.ts";

export const browserRows: readonly Row[] = [
  { id: "A1", says: "an address in other letters is another address" },
  { id: "A3", says: "a loopback address lets a native application vary its port, and nothing else" },
  { id: "A4", says: "a user name, a backslash or an encoded @ cannot make another host look like the registered one" },
  { id: "A5", says: "a path is compared as it is written: nothing is resolved, decoded or folded" },
  { id: "A7", says: "a registered address is no pattern, and an application without one learns none" },
  {
    id: "A8",
    says: "an address that begins or ends like a registered one is not it, after signing in and after signing out",
  },
  {
    id: "A9",
    says: "a scheme that runs script or reads files is never registered, in whatever disguise, at first or by a change",
  },
  { id: "A11", says: "no parameter of an answer comes twice, and a repeated parameter of a request is refused" },
  { id: "A12", says: "whatever else is wrong, an address that is not registered is never gone to" },
  { id: "A13", says: "no parameter of the pages leads away from them" },
  {
    id: "A15",
    says: "an address in an organization's branding never runs script",
    elsewhere: {
      file: "management/branding.test.ts",
      test: "nothing but colours that can be seen and https addresses gets into the pages",
    },
  },
  { id: "A16", says: "an address that could mean many, none, or another one for everybody is not registered" },
  {
    id: "A17",
    says: "at the token endpoint the address is the one of the request, byte for byte; another one costs the code",
  },
  { id: "A19", says: "what was asked for stands in the sealed request alone: fields beside it change nothing" },

  { id: "B1", says: "a code is worth nothing to another client, and nothing to anybody afterwards" },
  { id: "B2", says: "a code needs the right client, in time, with the right address and verifier: all four" },
  {
    id: "B4",
    says: "nothing that is sealed for one purpose serves another",
    elsewhere: {
      file: "oauth/attacks-browser.test.ts",
      test: "B4: no ticket of the browser opens as another kind, anywhere",
    },
  },
  {
    id: "B5",
    says: "of many that redeem one code at once, one succeeds",
    elsewhere: {
      file: "oauth/races.test.ts",
      test: "a code is redeemed once, and what it gave ends with the second use",
    },
  },
  {
    id: "B6",
    says: "a code that is used again ends what it gave the first time",
    elsewhere: { file: "oauth/token.test.ts", test: "a second use is refused and ends what the first one gave" },
  },
  {
    id: "B8",
    says: "no code tells anything about the next",
    elsewhere: { file: "tickets/tickets.test.ts", test: "share nothing beyond the name of their root" },
  },
  {
    id: "B9",
    says: "a code dies with the person's, the application's or the session's standing",
    elsewhere: { file: "state-matrix/http-ways-in.ts", test: "exchange a code" },
  },
  {
    id: "B10",
    says: "a page on the way to a code is worth nothing in another browser",
    elsewhere: {
      file: "oauth/authorize.test.ts",
      test: "the callback is worth nothing without the browser it belongs to",
    },
  },
  { id: "B12", says: "no page tells another site its address, by a link header or by what it loads" },

  { id: "C1", says: "after a challenge there is no way around the verifier" },
  {
    id: "C2",
    says: "a verifier without a challenge is refused, and a public application cannot leave the challenge out",
  },
  { id: "C4", says: "S256 is the only method, and it has to be named" },
  { id: "C5", says: "a challenge is 43 characters of base64url" },
  { id: "C6", says: "a new application uses PKCE, and nothing weaker than S256 is announced" },
];
