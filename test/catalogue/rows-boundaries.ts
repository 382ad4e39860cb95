/** Group X: nobody gets across, from one organization to another, from one manager to another, from outside to anybody. */
import type { Row } from "./rows.ts";

const inOauth = (file: string, test: string) => ({ file: `oauth/${file}`, test });
const answersByApi = (test: string) => ({ file: "management/grant-answers.test.ts", test });
const answers = (test: string) => ({ file: "identity/grant-answers.test.ts", test });
const states = (test: string) => ({ file: "state-matrix/states.ts", test });

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
  {
    id: "X2a",
    says: "who grants a project to a stranger's organization gets nothing of its people by that: nobody is named, let in or given a role",
    elsewhere: answersByApi("a grant that waits or was refused names nobody and lets nobody in, whoever asks"),
    also: [
      answers("through one that waits nobody gets a role or becomes a manager"),
      states("project granted by another organization, and the grant pending"),
      answersByApi("each side reads the answer in its own log; the giver's does not say who gave it"),
    ],
  },
  {
    id: "X2b",
    says: "nobody accepts for another organization: not by every role on the giver's side, and not by any but an owner's on the other",
    elsewhere: answersByApi("a giver with every role on their side can neither accept for the other one nor answer at their own"),
    also: [
      answersByApi("in the other organization only an owner answers"),
      answers("whoever grants accepts by that only where they may, whatever else they hold"),
      answers("at a grant, and at the project, neither side's roles let anybody accept"),
      { file: "management/role-matrix/matrix.ts", test: "every cell was as expected" },
    ],
  },
  {
    id: "X2c",
    says: "who has left a project is out of it, also when somebody is being let in at the same moment",
    elsewhere: answers("nobody has a role, and nobody is a manager, of what was left while they were being made one"),
    also: [
      answers("leaving takes the roles and managers along that came through the grant, and nobody else's"),
      answers("who accept, or refuse, one does"),
      answers("an answer and the deletion leave nothing behind"),
      states("project granted by another organization, and the grant left"),
    ],
  },
  {
    id: "X2d",
    says: "a grant from before goes on, and gives nothing new until the receiver has confirmed it",
    elsewhere: answers("one from before goes on as it was; it is confirmed once, or left"),
    also: [{ file: "cli/doctor.test.ts", test: "counts grants from before that nobody has confirmed" }],
  },
];
