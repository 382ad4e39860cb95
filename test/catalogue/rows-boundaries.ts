/** Group X: nobody gets across, from one organization to another, from one manager to another, from outside to anybody. */
import type { Row } from "./rows.ts";

const inOauth = (file: string, test: string) => ({ file: `oauth/${file}`, test });

export const boundaryRows: readonly Row[] = [
  {
    id: "X1",
    says: "an application of another organization gets nothing about a person who has not agreed, by no response type, in silence or not",
    elsewhere: inOauth("consent.test.ts", "one silent link gets nothing: no code, no token, whatever the response type"),
    also: [
      inOauth("consent.test.ts", "a session without a consent does not stand, also if it is in the database"),
      inOauth("consent.test.ts", "the answer counts in the browser, the session and the request in which it was asked for"),
      inOauth("consent.test.ts", "taking it back ends every token at once, for good, and the person is asked again"),
      { file: "identity/consents.test.ts", test: "a session that is opened while the consent is taken back does not outlive it" },
      { file: "management/user-consents.test.ts", test: "who is elsewhere, also where the application is, sees and takes back nothing" },
      { file: "state-matrix/states.ts", test: "application of another organization, without consent" },
    ],
  },
];
