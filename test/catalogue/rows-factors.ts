/** Group L: second factors, and ways around them. */
import type { Row } from "./rows.ts";

const secondFactor = (test: string) => ({ file: "people/second-factor.test.ts", test });
const passkeys = (test: string) => ({ file: "people/passkeys.test.ts", test });
const visiting = (test: string) => ({ file: "people/account/visiting.test.ts", test });
const forms = (test: string) => ({ file: "people/account/forms.test.ts", test });
const factors = (test: string) => ({ file: "people/account/factors.test.ts", test });

export const factorRows: readonly Row[] = [
  {
    id: "L1",
    says: "half a sign-in is none: no code, no silent answer, no account page, no call of the management API, no claims",
    also: [visiting("stays closed while a sign-in is half done")],
  },
  { id: "L2", says: "another node gives no more for half a sign-in than this one" },
  {
    id: "L4",
    says: "a factor is set up by who has proved the rest, by an answer to a question that was put to them, once, from our own origin",
    elsewhere: passkeys("who has not proved the password gets no form, and a ticket of another step adds nothing"),
    also: [
      passkeys("whatever is wrong, the answer is the same, and nothing changes"),
      passkeys("a challenge works once, in the browser and for the purpose it was made for, and for an hour"),
      passkeys("a copy of a key that counts is refused, and reported"),
    ],
  },
  {
    id: "L5",
    says: "nothing about a factor is set up, made anew or removed by half a sign-in, or by one that proved too long ago",
    elsewhere: visiting("stays closed while a sign-in is half done"),
    also: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      visiting("asks for a new proof before ${path} when the last one is older than ten minutes"),
      forms("does nothing for a session that has ended, or was proved again since"),
    ],
  },
  {
    id: "L6",
    says: "a code goes to the address that was confirmed, whatever the form says",
    elsewhere: secondFactor("required, by mail: the code goes to the verified address"),
    also: [
      factors("codes by e-mail go to the confirmed address, whatever the form says"),
      factors("nothing about an app comes from the request"),
    ],
  },
  {
    id: "L8",
    says: "no other way in skips the second factor, and nobody removes another person's",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
    elsewhere: forms("stays as it is, whatever is sent to ${action}"),
    also: [
      secondFactor("guesses at the code are counted for the account, and the right password does not give new ones"),
    ],
  },
  {
    id: "L9",
    says: "a session from before a second factor was required is not enough, silently or not",
    elsewhere: secondFactor("required later: a session from before is not enough, silently or not"),
    also: [visiting("asks for enrolment where the organization requires a factor by now")],
  },
];
