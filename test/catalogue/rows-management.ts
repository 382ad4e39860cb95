/** Groups M and O: who may do what to whom, and what the server can be made to fetch. */
import type { Row } from "./rows.ts";
import { NO_PROVIDERS } from "./rows-providers.ts";

const inManagement = (file: string, test: string) => ({ file: `management/${file}`, test });

export const managementRows: readonly Row[] = [
  {
    id: "M1",
    says: "nobody reaches another organization, whatever the role and wherever the id stands",
    elsewhere: inManagement("role-matrix/matrix.ts", "every cell was as expected"),
    also: [
      inManagement(
        "role-matrix/complete.test.ts",
        "every call has an expectation and a request, and none is left over",
      ),
      inManagement("role-matrix/foreign-ids.test.ts", "every such call is refused, and nothing is changed"),
      inManagement("role-matrix/foreign-ids.test.ts", "filters by id show nothing of other places"),
    ],
  },
  {
    id: "M3",
    says: "a script has no more rights than who wrote it",
    notOurs: "nothing here runs scripts, actions or hooks of anybody",
  },
  {
    id: "M4",
    says: "nobody gets a role that was not theirs to have, also when giving it races with taking it out of reach",
    also: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      inManagement("managers.test.ts", '${giver} ${may ? "gives and takes" : "neither gives nor takes"} ${role}'),
      inManagement(
        "managers.test.ts",
        "whoever may make managers, and may do nothing else, neither gives nor takes a role",
      ),
      inManagement(
        "organizations.test.ts",
        "nobody gets rid of managers above them, or renames them, by way of their organization",
      ),
      inManagement("attacks.test.ts", "whoever holds a request open does nothing with a role that was taken away"),
    ],
  },
  {
    id: "M5",
    says: "nobody gets hold of the account of a manager above them, or of a user of another organization",
    elsewhere: inManagement(
      "user-take-over.test.ts",
      "who manages only the organization in which an owner of the instance lives does nothing to that",
    ),
    also: [
      inManagement(
        "attacks.test.ts",
        "whoever holds a request open does not get hold of a user who becomes a manager meanwhile",
      ),
      inManagement(
        "users.test.ts",
        "nobody of another organization sees or touches a person, and who may only see touches nothing",
      ),
      inManagement("user-credentials.test.ts", "no manager can set a factor"),
    ],
  },
  {
    id: "M7",
    says: "every address there is has been thought of: without a token, calls answer 401 and nothing else is found",
  },
  {
    id: "M8",
    says: "templates, variables and paths are kept and shown as they were written, in every field that takes them",
  },
  { id: "M9", says: "who calls is said by the token and by nothing else in the request" },
  {
    id: "M11",
    says: "what a list is asked is text: no order, filter, search or cursor gets into a statement",
    also: [
      inManagement(
        "conventions-input.test.ts",
        "SQL, templates and paths in searches, orders, cursors and ids are only text",
      ),
      inManagement("conventions-paging.test.ts", "a cursor that was edited, cut or made up does not open"),
    ],
  },
  {
    id: "M12",
    says: "a provider is bound to an organization by who has a right to both",
    notOurs: NO_PROVIDERS,
  },
  {
    id: "M13",
    says: "who received a grant stays within it",
    elsewhere: inManagement(
      "role-assignments.test.ts",
      "a role that was not granted is given by nobody, neither at first nor later",
    ),
    also: [
      inManagement(
        "project-grants.test.ts",
        "the organization that received a grant sees it and never changes what is granted",
      ),
      inManagement(
        "project-grants.test.ts",
        "a role taken out of the grant is taken from everyone who had it through the grant",
      ),
      inManagement(
        "project-roles.test.ts",
        "who manages a grant sees the granted roles with their names, and no other role of the project",
      ),
      inManagement(
        "application-credentials.test.ts",
        "who may only see the project makes and removes no credential, and who manages a grant",
      ),
      {
        file: "oauth/introspect.test.ts",
        test: "an API of another project in the audience hears about the roles in its own project only",
      },
    ],
  },
  { id: "M15", says: "SCIM asks who calls, and reads its filters in bounded time", notOurs: "there is no SCIM" },
  { id: "M16", says: "what was set up once is not set up again, even when nobody is left to manage it" },
  {
    id: "M17",
    says: "what is switched off works nowhere, and neither does what belongs to it",
    elsewhere: { file: "state-matrix/states.ts", test: "project deactivated" },
    also: [
      { file: "state-matrix/states.ts", test: "organization of the user deactivated" },
      { file: "state-matrix/states.ts", test: "application deactivated" },
      inManagement(
        "guard.test.ts",
        "while an organization or a project is inactive, tokens of its users and applications do not count",
      ),
    ],
  },
  {
    id: "M18",
    says: "no list, search or name that is taken tells about another organization",
    also: [inManagement("users.test.ts", "a taken name is told only to those who could see who has it")],
  },
  {
    id: "M20",
    says: "nothing that was sent is ever run: not by a function that runs text, nor as a template of a page or a mail",
    also: [
      {
        file: "mail/write.test.ts",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
        test: "${JSON.stringify(attempt.slice(0, 40))} adds no header, no recipient, no markup and no address",
      },
    ],
  },
];

export const outboundRows: readonly Row[] = [
  { id: "O1", says: "a request is never fetched from an address that it names" },
  {
    id: "O3",
    says: "a fetch does not follow a redirect to where it must not go",
    notOurs:
      "nothing is fetched: the database and the mail server, which the operator names, are all that is connected to (O5)",
  },
  {
    id: "O4",
    says: "an address within the machine or its network is not called for somebody else",
    notOurs:
      "there are no webhooks, actions or sign-outs by back channel, so there is no address to call; O5 fails when one is added",
  },
  {
    id: "O5",
    says: "only what talks to the database and to mail servers connects to anything, and using all of the API connects to nothing else",
  },
  {
    id: "O7",
    says: "addresses of pictures and pages are kept as they are and left to browsers; a logo is uploaded, never fetched",
  },
];
