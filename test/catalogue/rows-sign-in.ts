/** Groups H to K, P and Q: the pages people see on their way in and out. */
import type { Row } from "./rows.ts";
import { NO_PROVIDERS } from "./rows-providers.ts";

const browser = (test: string) => ({ file: "oauth/attacks-browser.test.ts", test });
const links = (test: string) => ({ file: "people/mail-link-limits.test.ts", test });

export const signInRows: readonly Row[] = [
  {
    id: "H2",
    says: "cookies belong to this host alone, no script reads them, and what was planted before signing in is worth nothing after it",
  },
  {
    id: "H3",
    says: "every proof gives the browser a new cookie and ends the former one, and two people in one browser share nothing",
    also: [browser("H3: after signing in again the former cookie is worth nothing")],
  },
  {
    id: "H4",
    says: "who begins to sign in as somebody else and gives up is still who they were",
    also: [browser("H4: who is not admitted and takes another account has to sign in with it")],
  },
  { id: "H6", says: "the id of somebody's session is no way to use or to end it" },
  { id: "H7", says: "a form is sent by the page it is on, in the browser it was shown in, or it does nothing" },
  { id: "H8", says: "no other origin reads a page, and where others may ask, they ask without cookies" },
  { id: "H10", says: "no page is shown within another" },
  {
    id: "H11",
    says: "a link in a mail works once, for one person and one purpose, and dies with what it was sent for",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
    elsewhere: links("${kind}: of twenty who send the form at once, one wins"),
    also: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      links("${kind}: a link that was changed, cut short or is of another kind opens nothing"),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      links("${kind}: dies when the address changes, and nothing changes"),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      links("${kind}: dies when the password is set another way"),
    ],
  },
  {
    id: "H12",
    says: "no host leads to another tenant",
    notOurs: "There is one tenant: every instance has its own database and its own host.",
  },
  { id: "H14", says: "an answer says whose it is, and discovery says that it does" },
  {
    id: "H15",
    says: "what was begun at one identity provider is not finished at another",
    notOurs: NO_PROVIDERS,
  },
  { id: "H16", says: "what is in a cookie or in the address of a page can be neither read nor changed outside" },
  {
    id: "H18",
    says: "what is not configured rightly does not start, and never goes on without a check",
    elsewhere: {
      file: "config/config.test.ts",
      test: "is refused when it is not random or not a key, and is never repeated",
    },
    also: [{ file: "cli/bad-input.test.ts", test: "a missing master key file stops" }],
  },

  {
    id: "I1",
    says: "whoever is named, the pages say the same, lead to the same place and leave the same cookies",
    also: [
      browser("I1: slowing down does not tell who exists"),
      browser("I1: an organization's own rules hold for names that nobody there has"),
      { file: "catalogue/timing.test.ts", test: "a wrong password takes as long whoever is named" },
      { file: "catalogue/timing.test.ts", test: "asking for a new password takes as long whoever is named" },
      { file: "catalogue/timing.test.ts", test: "registering takes as long whoever the address belongs to" },
    ],
  },
  {
    id: "I2",
    says: "who is locked, switched off, not verified or without a password is answered like nobody",
    also: [browser("I2: the right password of a locked user looks like a wrong one")],
  },
  { id: "I4", says: "an application that is switched off is answered like one that does not exist" },
  { id: "I5", says: "a hint tells nobody whether it names somebody" },

  {
    id: "J1",
    says: "no header of a request gets into a link, a mail or the issuer",
    also: [links("a link is opened at the login host, whatever Host a request names")],
  },
  { id: "J3", says: "a link is for the person it was sent to, whoever else is named beside it" },
  { id: "J4", says: "registering never touches an account that is there" },
  { id: "J5", says: "no name is taken for another one, or for somebody's address, by the way it is written" },
  {
    id: "J7",
    says: "nobody verifies their own address by saying so",
    elsewhere: {
      file: "management/me.test.ts",
      test: "who has no manager role is told so, and learns nothing of the tables either",
    },
    also: [
      {
        file: "management/user-contact.test.ts",
        test: "the address is set by a call of its own; a manager may vouch for it",
      },
    ],
  },
  {
    id: "J8",
    says: "an invitation works once, in time, for whom it was sent to, and nobody else is shown it",
    elsewhere: {
      file: "people/mail-link.test.ts",
      test: "an invitation leads to a first password, and with it somebody can sign in",
    },
    also: [
      links("links die of age: a reset after an hour, an invitation and a verification after three days"),
      links("neither the outbox, nor the database, nor the log ever holds a link, an address or a password"),
    ],
  },
  { id: "J9", says: "what is switched off is off for whoever sends the form without the page" },

  {
    id: "K1",
    says: "of two hundred guesses at once over three nodes five are looked at, and then the right password has to wait as well",
  },
  { id: "K2", says: "guesses at a code from a mail are counted as guesses at a password are" },
  { id: "K3", says: "guesses are slowed down; sessions and tokens of whom they are at stay as they are" },
  {
    id: "K5",
    says: "nobody is kept out by others' guesses for longer than a while, and not at all where they are signed in",
    also: [
      {
        file: "people/mail-link.test.ts",
        test: "guesses at the former password do not make its owner wait with the new one",
      },
    ],
  },
  {
    id: "K6",
    says: "an address is the one that was connected from, whatever a header claims",
    also: [
      browser("I1: slowing down does not tell who exists"),
      { file: "oauth/attacks-browser.test.ts", test: "K6: one IPv6 network counts as one address" },
    ],
  },
  {
    id: "K7",
    says: "guesses are counted for the account: in whatever browser, by whatever spelling, for whatever request",
  },
  { id: "K9", says: "a code works once, also when it comes twice at once, in its own browser and in time" },
];

export const contentRows: readonly Row[] = [
  {
    id: "P1",
    says: "no parameter of any page or form becomes markup or script",
    also: [
      browser("P4: names and hints are shown as text"),
      { file: "http/answers.test.ts", test: "shows text as text, never as markup" },
    ],
  },
  { id: "P2", says: "no page shows a message that came with the request" },
  {
    id: "P4",
    says: "names of people, applications and organizations are text in every page and mail",
    also: [
      { file: "catalogue/console.test.ts", test: "P4: names that are markup are text on every page of the Console" },
    ],
  },
  { id: "P5", says: "no page takes an address to go to" },
  {
    id: "P6",
    says: "every page says to browsers what it may load, run, send and be shown in",
    also: [
      {
        file: "catalogue/console.test.ts",
        test: "P6: whatever is asked for below /console says what it may load, run, send and be shown in",
      },
      { file: "support/page-headers.test.ts", test: "every page that any test is shown is looked at" },
    ],
  },

  {
    id: "Q2",
    says: "signing out ends the session, its access tokens and the refresh token of whoever asked",
    also: [
      {
        file: "oauth/end-session.test.ts",
        test: "another application's offline access outlives signing out, but not its access token",
      },
    ],
  },
  { id: "Q3", says: "signing out takes the cookie away, and who kept a copy has nothing" },
  { id: "Q4", says: "signing out at another identity provider counts here", notOurs: NO_PROVIDERS },
  {
    id: "Q6",
    says: "a hint signs out whom it names in this browser, at the application it was made for; any other is asked about",
    also: [
      browser("Q6: a repeated client_id beside a hint signs nobody out"),
      browser("Q6: the address of an application whose organization is switched off is not followed"),
    ],
  },
];
