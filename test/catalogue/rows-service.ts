/** Groups R and S: what costs too much, and what gets out that should not. */
import type { Row } from "./rows.ts";

const answers = (test: string) => ({ file: "http/answers.test.ts", test });
const sockets = (test: string) => ({ file: "http/sockets.test.ts", test });
const conventions = (part: string, test: string) => ({ file: `management/conventions-${part}.test.ts`, test });

export const serviceRows: readonly Row[] = [
  { id: "R1", says: "ten thousand scopes are refused in no time, wherever scopes are taken" },
  { id: "R2", says: "languages that nobody has do not fill the memory" },
  {
    id: "R4",
    says: "five hundred connections that send nothing keep nobody else waiting",
    also: [sockets("is given up when its headers take too long"), sockets("is given up when its body takes too long")],
  },
  {
    id: "R5",
    says: "a packed body is not unpacked, at any endpoint",
    also: [
      answers("in another format, or packed, answers 415"),
      conventions("input", "a packed body is refused: nothing here unpacks"),
      { file: "oauth/machine-endpoints.test.ts", test: "take forms and nothing else" },
    ],
  },
  {
    id: "R6",
    says: "a storm of passwords is bounded, and one that is far too long costs nothing",
    elsewhere: {
      file: "passwords/overload.test.ts",
      test: "what finds the queue full is refused as overloaded, what was in it is answered, and later calls work again",
    },
    also: [
      { file: "passwords/timing.test.ts", test: "other requests go on while passwords are hashed" },
      { file: "passwords/common.test.ts", test: "what is far too long is refused without being looked at" },
      { file: "passwords/passwords.test.ts", test: "is wrong even where the allowed part, or nothing, would be right" },
      {
        file: "oauth/attacks-browser.test.ts",
        test: "R6: a login name full of combining marks costs no more than a short one",
      },
    ],
  },
  {
    id: "R8",
    says: "a body that is nested without end, or has fields without number, is refused by every call",
    also: [conventions("input", "a body that is JSON but not what the call takes is explained, however deep it is")],
  },
  {
    id: "R9",
    says: "no size is taken from a request: neither of a page nor of what somebody may keep here",
    also: [
      conventions("paging", "a limit that is none is refused by name"),
      conventions("everywhere", "a list has pages, and refuses what is none of its pages"),
    ],
  },
  { id: "R10", says: "a line break that is saved anywhere breaks no header of an answer or a mail" },
  {
    id: "R12",
    says: "requests that are given up in the middle leave no connection to the database behind",
    also: [sockets("two hundred connections that are cut in the middle leave no trace")],
  },
  {
    id: "R13",
    says: "null, true or a list as the whole body is refused by every call",
    elsewhere: conventions("everywhere", "a body that is no object is refused"),
    also: [
      answers("that is JSON but no object is data like any other"),
      {
        file: "oauth/attacks-browser.test.ts",
        test: "R13: U+0000, a hundred parameters too many and a state too long",
      },
    ],
  },
  {
    id: "R14",
    says: "no name in a body, a form or a query reaches what all objects have in common",
    also: [answers("cannot change what objects are")],
  },

  {
    id: "S2",
    says: "a line break in any parameter is in no header of the answer",
    also: [{ file: "http/hosts.test.ts", test: "cannot put a header into the answer" }],
  },
  {
    id: "S3",
    says: "headers that look like others, or claim to be a proxy's, change neither who calls nor what is asked for",
    also: [
      sockets("a request that two servers could read in two ways is refused"),
      sockets("a header that a hop is told to drop is not a way around anything"),
      { file: "http/hosts.test.ts", test: "is the one it connected from, whatever it claims" },
    ],
  },
  {
    id: "S4",
    says: "however the path of a call is written, it needs a token, or it is no path",
    also: [sockets("an address is taken as it is written, not as it could be resolved")],
  },
  {
    id: "S6",
    says: "what people and programs send cannot write a line of the log",
    also: [sockets("what a request says can neither break a line of the log nor colour it")],
  },
  {
    id: "S7",
    says: "a copy of the database, or of the log, opens nothing",
    also: [
      {
        file: "management/attacks.test.ts",
        test: "nothing that a call shows once, and no password that it takes, is anywhere in the database or the log",
      },
      {
        file: "management/conventions-idempotency.test.ts",
        test: "a secret in the answer is there again for whoever repeats the call",
      },
    ],
  },
  { id: "S8", says: "no answer of any call has a hash, a seed or a private key in it" },
  {
    id: "S10",
    says: "without a master key that is random, nothing starts",
    elsewhere: {
      file: "config/config.test.ts",
      test: "is refused when it is not random or not a key, and is never repeated",
    },
    also: [
      { file: "config/config.test.ts", test: "is given in one way only, and must be given for PostgreSQL" },
      { file: "cli/bad-input.test.ts", test: "a missing master key file stops" },
    ],
  },
  {
    id: "S11",
    says: "metrics have a port of their own, and no secret that could be guessed",
    elsewhere: { file: "telemetry/metrics.test.ts", test: "are not where requests are served" },
    also: [
      { file: "telemetry/metrics.test.ts", test: "are at their one address, and there is nothing else on that port" },
    ],
  },
  {
    id: "S12",
    says: "nothing that is told to everybody tells about the machine, the database or the version",
    also: [
      { file: "http/health.test.ts", test: "health tells nothing about the machine, the database or the version" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      answers("tells the outside nothing but its request id, and the log no text of it (${url})"),
    ],
  },
  {
    id: "S14",
    says: "nothing secret is built in, and a database that should be reached by TLS is not reached without",
    also: [{ file: "package/package.test.ts", test: "holds no sources, tests, data, keys or anything else" }],
  },
];
