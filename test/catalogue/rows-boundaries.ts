/**
 * Group X: nobody gets across, from one organization to another, from one manager to another, from outside to anybody.
 */
import type { Elsewhere, Row } from "./rows.ts";

const inManagement = (file: string, test: string) => ({ file: `management/${file}`, test });
const inAttacker = (file: string, test: string) => ({ file: `management/attacker/${file}`, test });
const inOauth = (file: string, test: string) => ({ file: `oauth/${file}`, test });
const answersByApi = (test: string) => ({ file: "management/grant-answers.test.ts", test });
const answers = (test: string) => ({ file: "identity/grant-answers.test.ts", test });
const states = (test: string) => ({ file: "state-matrix/states.ts", test });
const lockOut = (test: string): Elsewhere => ({ file: "people/lock-out.test.ts", test });
const oracle = (test: string): Elsewhere => ({ file: "people/throttling-oracle.test.ts", test });
const secrets = (test: string): Elsewhere => ({ file: "oauth/wrong-secrets.test.ts", test });
const flood = (test: string) => ({ file: "people/account/password-flood.test.ts", test });
const fairness = (test: string) => ({ file: "passwords/fairness.test.ts", test });
const auditor = (test: string) => ({ file: "events/auditor.test.ts", test });
const recurring = (test: string) => ({ file: "events/recurring.test.ts", test });
const mostSessions = (test: string) => ({ file: "identity/most-sessions.test.ts", test });

export const boundaryRows: readonly Row[] = [
  {
    id: "X1",
    says: "an application of another organization gets nothing about a person who has not agreed, by no response type, in silence or not",
    elsewhere: inOauth(
      "consent.test.ts",
      "one silent link gets nothing: no code, no token, whatever the response type",
    ),
    also: [
      inOauth("consent.test.ts", "a session without a consent does not stand, also if it is in the database"),
      inOauth(
        "consent.test.ts",
        "the answer counts in the browser, the session and the request in which it was asked for",
      ),
      inOauth("consent.test.ts", "taking it back ends every token at once, for good, and the person is asked again"),
      {
        file: "identity/consents.test.ts",
        test: "a session that is opened while the consent is taken back does not outlive it",
      },
      {
        file: "management/user-consents.test.ts",
        test: "who is elsewhere, also where the application is, sees and takes back nothing",
      },
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
    elsewhere: answersByApi(
      "a giver with every role on their side can neither accept for the other one nor answer at their own",
    ),
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
  {
    id: "X3",
    says: "metadata of a person goes to their own organization and accepted grants only, also by way of somebody else's token",
    elsewhere: inOauth(
      "metadata-boundary.test.ts",
      "an application of another organization is not, at userinfo, in the ID token",
    ),
    also: [
      inOauth("metadata-boundary.test.ts", "an application of the person's own organization is told"),
      inOauth(
        "metadata-boundary.test.ts",
        "at introspection it has to be right for the application of the token and for whoever asks",
      ),
      inOauth(
        "metadata-boundary.test.ts",
        "a grant counts once it is accepted, and what was told through it stops at once",
      ),
      inOauth(
        "metadata-boundary.test.ts",
        "of a service user, it is told to itself and to who asks of its organization's business",
      ),
    ],
  },
  {
    id: "X4a",
    says: "a project is named in an audience only by whom it lists, and nobody gets past its checks by another project",
    elsewhere: inOauth("audience.test.ts", "an application that the project does not list gets tokens without it"),
    also: [
      inOauth("audience.test.ts", "a project lists one application, or a project with all of its applications"),
      inOauth("audience.test.ts", "an id that stands in the list as something else than it is lets nobody in"),
      inOauth(
        "audience.test.ts",
        "a grant of the project to the application's organization is no permission to name it",
      ),
      inOauth(
        "audience.test.ts",
        "nobody gets past the role check or the project check of a project by another one that it lists",
      ),
      inOauth(
        "audience-browser.test.ts",
        "a project is in the audience if it lists the application, and is dropped if not",
      ),
    ],
  },
  {
    id: "X4b",
    says: "when a project no longer lets itself be named, its APIs believe no token any more, and nothing ends elsewhere",
    elsewhere: inOauth(
      "audience.test.ts",
      "a token no longer counts at a project, and goes on everywhere else without it",
    ),
    also: [
      inOauth("audience.test.ts", "a token no longer counts at a project that unlists the application"),
      inOauth("audience.test.ts", "when the organization of the project is deactivated, sessions elsewhere go on"),
      { file: "state-matrix/states.ts", test: "audience project no longer lists the application" },
      { file: "state-matrix/states.ts", test: "audience project deactivated" },
      { file: "state-matrix/states.ts", test: "role at the audience project lost" },
    ],
  },
  {
    id: "X4c",
    says: "a service user names projects of its organization and of accepted grants, with every kind of token",
    elsewhere: inOauth(
      "audience-service-users.test.ts",
      "a service user of another organization names the project in vain",
    ),
    also: [
      inOauth(
        "audience-service-users.test.ts",
        "a grant that is deleted afterwards takes the project out of the audience",
      ),
      inOauth("audience-service-users.test.ts", "the role check of the project holds for service users"),
    ],
  },
  {
    id: "X4d",
    says: "whoever lists callers of a project learns nothing about what other organizations have",
    elsewhere: inManagement(
      "project-callers.test.ts",
      "what belongs to others, what was deleted and what never existed are answered",
    ),
    also: [
      inManagement(
        "project-callers.test.ts",
        "managers of elsewhere find no such list, and who may only look changes nothing",
      ),
      inManagement(
        "project-callers.test.ts",
        "there are never more than the most possible, however many are added at once",
      ),
    ],
  },
  {
    id: "X4e",
    says: "audiences from before go on, are listed to be confirmed, and no others are",
    elsewhere: {
      file: "faults/upgrade-boundaries.test.ts",
      test: "what sessions and personal access tokens use goes on, is listed",
    },
    also: [
      inManagement(
        "project-callers.test.ts",
        "what was in use before is marked, told with its name, and confirmed or removed",
      ),
    ],
  },
  {
    id: "X5a",
    says: "a manager who vouches for somebody's address neither gets their sign-ins and mails, nor keeps them from signing in or registering",
    elsewhere: {
      file: "people/addresses.test.ts",
      test: "a tenant who vouches for somebody's address neither gets their sign-ins nor keeps them out",
    },
    also: [
      {
        file: "people/addresses.test.ts",
        test: "who is only vouched for signs in with the address at their own organization's applications",
      },
      {
        file: "people/addresses.test.ts",
        test: "a forgotten password of a vouched address sends nothing from elsewhere",
      },
      {
        file: "identity/registration.test.ts",
        test: "an address that a manager elsewhere vouches for keeps nobody from registering",
      },
      {
        file: "identity/users.test.ts",
        test: "an address that a manager vouches for leads to the account only where the request names that organization",
      },
      {
        file: "identity/users.test.ts",
        test: "one proves an address by every link to it, and by nothing that a manager does",
      },
      {
        file: "faults/upgrade-people.test.ts",
        test: "have proved what the log says they did, hold no name that they never got",
      },
    ],
  },
  {
    id: "X5b",
    says: "of several who proved one address, the organization of the request decides, or they choose after the proof; nobody sees which addresses these are",
    elsewhere: {
      file: "people/addresses.test.ts",
      test: "of several who proved one address, the password tells who is meant",
    },
    also: [
      { file: "people/addresses.test.ts", test: "a password that is changed while they choose is worth nothing" },
      {
        file: "people/addresses.test.ts",
        test: "an address of several people looks like one of one, and like nobody's",
      },
      { file: "people/addresses.test.ts", test: "how many passwords are compared follows from the name" },
      { file: "people/addresses.test.ts", test: "an attempt at an address of several people counts for each of them" },
      { file: "people/addresses.test.ts", test: "who signs in often keeps nobody with the same address waiting" },
      {
        file: "identity/users.test.ts",
        test: "of several who proved one address, the organization of the request decides",
      },
    ],
  },
  {
    id: "X5c",
    says: "nobody is called like an address that somebody else has proved, and a login name that reads like one leads to who proved it",
    elsewhere: { file: "people/addresses.test.ts", test: "a tenant calls nobody like an address that somebody proved" },
    also: [
      {
        file: "people/addresses.test.ts",
        test: "whoever proves an address while a tenant calls somebody so signs in with it all the same",
      },
      { file: "people/addresses.test.ts", test: "who registers with an outside address is called by it" },
      { file: "people/addresses.test.ts", test: "registrations that nobody finishes hold no names" },
      { file: "identity/users.test.ts", test: "a proven address wins over a login name that reads the same" },
      {
        file: "identity/users.test.ts",
        test: "an organization gets no domain that makes its names somebody else's addresses",
      },
      {
        file: "identity/registration.test.ts",
        test: "name@domain of the organization is given to who proves exactly that address",
      },
    ],
  },
  {
    id: "X6",
    says: "what somebody manages elsewhere shields them neither from being stopped by their own organization, nor lets it act as them",
    elsewhere: {
      file: "management/user-take-over.test.ts",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      test: "the home organization stops a ${kind} who manages elsewhere",
    },
    also: [
      {
        file: "management/user-take-over.test.ts",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
        test: "a ${kind} who manages their own organization is stopped only by who holds as much there",
      },
      {
        file: "identity/may.test.ts",
        test: "roles at projects, at grants and in other organizations shield nobody from being stopped at home",
      },
      {
        file: "identity/may.test.ts",
        test: "roles of the instance and of the home organization shield from being stopped, too",
      },
    ],
  },
  {
    id: "X7",
    says: "a search finds nobody by what it does not show",
    elsewhere: { file: "management/eligible-users.test.ts", test: "nobody is found by what is not shown of them" },
    also: [
      { file: "management/eligible-users.test.ts", test: "somebody from before is found by what is shown of them" },
    ],
  },
  {
    id: "X8a",
    says: "a settings manager weakens the sign-in of nobody who lives there: second factors, passwords, sessions and address proofs have the instance's floor",
    elsewhere: inManagement(
      "policy-attacks.test.ts",
      "second factors cannot be turned off for an owner of the instance who lives there",
    ),
    also: [
      inManagement(
        "policy-attacks.test.ts",
        "allowing only a factor that nobody has lets nobody in with a password alone, and locks nobody out",
      ),
      inManagement(
        "policy-attacks.test.ts",
        "asking for a factor that somebody has not set up yet does not let whoever knows the password set it up",
      ),
      inManagement(
        "policy-attacks.test.ts",
        "what the instance does not allow is not allowed there, and where nothing is left the instance's choice counts",
      ),
      inManagement(
        "policy-attacks.test.ts",
        "a session that was good enough is not any more once the instance asks for a second factor",
      ),
      inManagement(
        "policy-attacks.test.ts",
        "passwords are as long as the instance asks, and never common ones where it refuses those",
      ),
      inManagement("policy-attacks.test.ts", "sessions live no longer than the instance lets them"),
      inManagement("policy-attacks.test.ts", "whoever registers proves the address where the instance asks for it"),
      {
        file: "identity/policy-floors.test.ts",
        test: "second factors: never asked for less, and never one that the instance does not allow",
      },
      { file: "state-matrix/states.ts", test: "instance requires a second factor where the organization does not" },
    ],
  },
  {
    id: "X8b",
    says: "an organization's throttling lies within the instance's bounds: neither a thousand guesses nor a day's block at the first mistake",
    elsewhere: inManagement("policy-attacks.test.ts", "nobody is blocked for a day at the first mistake"),
    also: [
      inManagement("policy-attacks.test.ts", "nobody gets a thousand guesses"),
      inManagement("policy-attacks.test.ts", "the bounds of throttling are decided for the instance alone"),
      { file: "identity/policy-floors.test.ts", test: "throttling: always within the bounds" },
    ],
  },
  {
    id: "X9a",
    says: "what a user manager planted in an account is dead once the account is a manager's, also if it was planted at that very moment",
    elsewhere: inManagement(
      "promotion.test.ts",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      "what a user manager planted in a service user is dead once it is ${role}",
    ),
    also: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      inManagement("promotion.test.ts", "a person who becomes ${role} signs in again"),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
      inManagement("promotion.test.ts", "with keepSessions everything lives on in whoever becomes ${role}"),
      inManagement("promotion.test.ts", "of tokens that are made while the role is given, none is left afterwards"),
      inManagement("promotion.test.ts", "roles at projects and in other organizations end nothing"),
      { file: "state-matrix/states.ts", test: "made a manager of the instance by somebody else" },
    ],
  },
  {
    id: "X9b",
    says: "what stays in such an account is shown with who made it, to whoever may see credentials and to nobody else",
    elsewhere: inManagement(
      "promotion.test.ts",
      "a person's address, password, passkeys and sessions are shown with who made them",
    ),
    also: [
      inManagement("promotion.test.ts", "whoever is named who lives where the caller sees nobody is named by id alone"),
      inManagement("promotion.test.ts", "nobody sees it who may not see credentials"),
    ],
  },
  {
    id: "X9c",
    says: "an application that gets management access shows its secrets and keys, and no session from before becomes a manager's",
    elsewhere: inManagement(
      "promotion.test.ts",
      "management access that is given again gives no power back to sessions from before",
    ),
    also: [
      inManagement(
        "promotion.test.ts",
        "an application shows who made its secrets and keys before it gets management access",
      ),
    ],
  },
  {
    id: "X10a",
    says: "a flood of wrong passwords does not keep somebody out of a browser they have signed in with",
    elsewhere: lockOut("a flood of wrong passwords from many addresses does not reach"),
    also: [
      lockOut("a browser that knows the person has a limit of its own"),
      lockOut("a browser is known until the sessions of the person are ended"),
      lockOut("a browser from before there was an epoch"),
    ],
  },
  {
    id: "X10b",
    says: "in a new browser, a code to the confirmed address lets the owner try the password, and strangers cannot use it up",
    elsewhere: lockOut("from a new browser the page offers a code"),
    also: [
      lockOut("strangers use up neither the mails nor the attempts"),
      lockOut("the code works in whichever browser its owner has it"),
      lockOut("one address guesses at codes as often as at passwords"),
      lockOut("a code goes to a confirmed address alone"),
      lockOut("nobody sends such a mail who has not been made to wait"),
      { file: "identity/unblock-codes.test.ts", test: "of fifty that ask at once on two nodes one wins" },
    ],
  },
  {
    id: "X10c",
    says: "failures of one kind of proof block no other kind",
    elsewhere: lockOut("wrong passwords do not block a passkey"),
    also: [
      lockOut("half a proof starts nothing anew"),
      lockOut("forms in the account count for the address, too"),
      { file: "people/passkeys.test.ts", test: "attempts are counted for the address, and keep nobody out elsewhere" },
    ],
  },
  {
    id: "X10d",
    says: "mails that strangers ask for use up neither the codes that follow a right password nor the sign-ins of an address",
    elsewhere: lockOut("who asks for mails as a stranger"),
    also: [lockOut("who uses up an address by")],
  },
  {
    id: "X11",
    says: "being slowed down tells neither who has an account nor who is a manager, under every policy",
    elsewhere: oracle("where the organization's policy is"),
    also: [
      oracle("which policy holds follows from what was typed or asked"),
      oracle("for a manager the instance's limit holds"),
      { file: "catalogue/timing.test.ts", test: "asking for a code to try the password with" },
    ],
  },
  {
    id: "X12",
    says: "whoever has passwords hashed without end, signed in, as a manager or from many addresses, costs everybody else one turn",
    elsewhere: flood("five hundred changes of one's own password at once: a stranger who signs in waits for the one"),
    also: [
      flood("a manager who sets passwords without end has two places like everybody else"),
      fairness("after five hundred requests of one person, a stranger is next"),
      fairness("a person has no more places by coming from many addresses"),
      fairness("when every place is taken, who has the most gives way"),
    ],
  },
  {
    id: "X13",
    says: "who guesses at a client's secret waits at their address, and the client goes on everywhere else",
    elsewhere: secrets("from one address the client has to wait after twenty"),
    also: [
      secrets("an IPv6 network is one address"),
      secrets("another node learns it by its own next failure"),
      secrets("a service user's secret is counted in the same way"),
      secrets("a client that does not exist, is not active, or has no secret makes nothing grow"),
      secrets("a right secret writes nothing"),
      secrets("fifty wrong ones at once are as few"),
    ],
  },
  {
    id: "X14a",
    says: "who registers long addresses, uploads keys or asks for large tokens without end fills no memory: what is kept is bounded by bytes",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the name as it stands in the file
    elsewhere: { file: "storage/kept.test.ts", test: "${name}: however many, no more than ${most / MB} MB" },
    also: [{ file: "storage/pad-values.test.ts", test: "lists of any length are filled up to a few lengths" }],
  },
  {
    id: "X14b",
    says: "the preview of a branding refuses a form of very many fields before it looks at them",
    elsewhere: { file: "people/preview.test.ts", test: "a form of very many fields is refused as a whole" },
  },
  {
    id: "X14c",
    says: "codes that nobody spends leave no session behind, are listed nowhere and push nobody's session out",
    elsewhere: mostSessions(
      "codes that nobody spends push nobody out, are not listed, and are gone an hour after they expired",
    ),
  },
  {
    id: "X14d",
    says: "who signs in at an application without end has no more sessions there than there may be, also by two codes at once",
    elsewhere: mostSessions("of two codes that are spent at once, no more stay than there may be"),
    also: [
      mostSessions("beyond the most, the one that was unused for the longest time ends, with an event that says why"),
      mostSessions("an ended one leaves no row behind"),
      {
        file: "oauth/most-sessions.test.ts",
        test: "the session that was unused for the longest time ends after the answer",
      },
    ],
  },
  {
    id: "X15a",
    says: "a public key that anybody can take apart, or that half the organization shares, is refused or warned of; nobody learns of another's",
    elsewhere: { file: "identity/public-keys.test.ts", test: "an even modulus is refused: anybody can take it apart" },
    also: [
      { file: "identity/public-keys.test.ts", test: "an exponent that is small, even or huge is refused" },
      {
        file: "management/service-user-credentials.test.ts",
        test: "the same key twice in one organization gets a warning",
      },
    ],
  },
  {
    id: "X15b",
    says: "an assertion that names somebody else beside us is accepted from nobody, client or service user",
    elsewhere: { file: "oauth/assertions.test.ts", test: "E10: a client's assertion is for us alone" },
    also: [{ file: "oauth/assertions.test.ts", test: "E10, E20: only for us" }],
  },
  {
    id: "X15c",
    says: "a request with two Authorization headers is refused wherever one is read",
    elsewhere: { file: "http/authorization.test.ts", test: "is refused wherever one is read, whatever they say" },
  },
  {
    id: "X15d",
    says: "a new passkey tells of its device in no format that nobody asked for",
    elsewhere: {
      file: "identity/passkeys.test.ts",
      test: "a new one that is not an answer to our question is refused",
    },
  },
  {
    id: "X15e",
    says: "an address that a proxy passes on with its port counts as that address, and not as the proxy's",
    elsewhere: {
      file: "http/hosts.test.ts",
      test: "is understood with a port, in brackets and in quotes, as proxies write it",
    },
  },
  {
    id: "X15f",
    says: "a role is not called __proto__ or constructor, and one that is does nothing",
    elsewhere: {
      file: "identity/role-keys.test.ts",
      test: "that every object has are refused, and others that look like them are not",
    },
    also: [{ file: "identity/role-keys.test.ts", test: "one that is there from before, or a metadata key like it" }],
  },
  {
    id: "X16a",
    says: "whoever tries passwords, secrets or calls that are not theirs is found in the audit log, without what they typed",
    elsewhere: auditor(
      "failed sign-ins: the person's name is in the log of their organization, and what was typed is in none",
    ),
    also: [
      auditor("wrong client secrets are one line however many they are"),
      auditor("refused management calls name who called what, and an ordinary 404 is none"),
      auditor("a service user's secret that works is recorded once"),
      auditor("the person sees failed attempts among their recent activity"),
    ],
  },
  {
    id: "X16b",
    says: "an attacker with ten thousand attempts, names or organizations fills neither the log nor the memory, and hides nobody else's",
    elsewhere: recurring("ten thousand of a kind are the first and one line a window, and the numbers add up"),
    also: [
      recurring("who fills the log of one organization with names loses those, and nobody of another"),
      recurring("who has many organizations finds an end, too"),
      auditor("at the end of a node every number is written"),
    ],
  },
  {
    id: "X17a",
    says: "who holds every role in one organization, and who holds all but the owner's where an owner of the instance lives, reads, ends and slows nothing of another organization's people, by no call and no sequence of calls",
    elsewhere: inAttacker(
      "attack.ts",
      "every call, with things of others in every place, tells, ends and slows nothing",
    ),
    also: [inAttacker("attack.ts", "no sequence of calls tells, ends or slows anything")],
  },
  {
    id: "X17b",
    says: "no scope that names what others have gets their claims, roles, metadata or audience, however the token is had",
    elsewhere: inAttacker("scopes.test.ts", "the attackers' own people get nothing of others by any scope"),
    also: [
      inAttacker("scopes.test.ts", "the attackers' programs get nothing of others by any scope"),
      inAttacker(
        "scopes.test.ts",
        "somebody of the victims who is signed in and follows their link gives them nothing unasked",
      ),
      inAttacker(
        "scopes.test.ts",
        "who agrees gives what the page says, and neither metadata nor roles nor an audience",
      ),
      inAttacker("scopes.test.ts", "the victims' tokens say nothing to the attackers"),
    ],
  },
];
