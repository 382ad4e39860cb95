/**
 * The table of the state matrix: for every way to get or use a session or token, the states that must leave it alone.
 * Whatever is not listed has to stop it, so a new state stops every way in until somebody decides otherwise here.
 */
import { accountWays } from "./account-ways.ts";
import { factorWays } from "./factor-ways.ts";
import { httpWaysIn } from "./http-ways-in.ts";
import { signInWays } from "./sign-in-ways.ts";
import type { StateName } from "./states.ts";
import type { waysIn } from "./ways-in.ts";

export const everyHttpWay = { ...httpWaysIn, ...accountWays, ...signInWays, ...factorWays };

export type StoreWay = keyof typeof waysIn;
export type HttpWay = keyof typeof everyHttpWay;

export interface Expectation {
  /** It goes on as if nothing had happened. */
  readonly harmless: readonly StateName[];
  /** Nobody can be in this state at this point. */
  readonly impossible?: readonly StateName[];
}

type States = readonly StateName[];

const credentials: States = ["key removed", "key expired", "secret removed", "personal access token revoked"];
const otherCredentials = (...own: States): States => credentials.filter((state) => !own.includes(state));
const serviceCameBack: States = ["service user deactivated and activated again"];
/** What happens at another project that tokens name is no business of sessions and of tokens elsewhere. */
const atAnotherProject: States = [
  "audience project no longer lists the application",
  "audience project deactivated",
  "role at the audience project lost",
];
const onlyService: States = [
  "service user deactivated",
  ...serviceCameBack,
  "service user deleted",
  ...credentials,
  // Nobody who is signed in depends on it.
  ...atAnotherProject,
];

const application: States = ["application deactivated", "application deleted"];
/** Nobody asked the person whether the application may. */
const notAgreed: States = ["application of another organization, without consent", "consent taken back"];
const agreedTo: States = ["application of another organization, with consent"];
/** Nobody in the user's organization has accepted what another one granted it, or has left it. */
const notAccepted: States = [
  "project granted by another organization, and the grant left",
  "project granted by another organization, and the grant pending",
];
const aroundIt: States = [
  ...application,
  "project deactivated",
  "project deleted",
  "role required that the user does not have",
  ...notAgreed,
  ...notAccepted,
];
/** What an application may do, and how it proves who it is. */
const secret: States = ["secret of the application replaced"];
const flows: States = ["application keeps nothing but the code"];
const address: States = ["address of the application replaced"];
const settings: States = [...secret, ...flows, ...address];

/** Of the one app session and the one token that these states are about: others do not end with them. */
const appSession: States = ["app session ended", "app session expired"];
const elsewhere: States = [...appSession, "token revoked"];
const loginSession: States = ["login session ended", "login session expired"];
const newCookie: States = ["proved again, under a new cookie"];
const required: States = [
  "second factor required",
  "instance requires a second factor where the organization does not",
];
/** Every session ends, and nothing keeps anybody from signing in again. */
const signedOut: States = ["signed out everywhere", "made a manager of the instance by somebody else"];
const removed: States = ["second factors removed"];

const onlyHuman: States = [
  "user deactivated",
  "user deactivated and activated again",
  "user locked",
  "user locked and unlocked again",
  "user deleted",
  "password changed",
  "password changed by the user in this session",
  ...signedOut,
  ...loginSession,
  ...newCookie,
  ...required,
  ...removed,
  ...appSession,
  ...settings,
  ...aroundIt,
  ...atAnotherProject,
];
/** Whoever comes back may sign in again; what was signed in before stays ended. */
const cameBack: States = ["user deactivated and activated again", "user locked and unlocked again"];
const always: States = ["nothing changed", "password changed by the user in this session"];

/** What is signed in: by the cookie of the browser, or by a token that was got in the session. */
const inTheBrowser: States = [...always, ...agreedTo, ...onlyService, ...elsewhere, ...secret, ...flows, ...removed];
const withATokenOfTheirs: States = [
  ...always,
  ...agreedTo,
  ...onlyService,
  ...elsewhere,
  ...settings,
  ...newCookie,
  ...required,
  ...removed,
];
const inTheAccount: States = [
  ...always,
  ...agreedTo,
  ...onlyService,
  ...elsewhere,
  ...aroundIt,
  ...settings,
  ...removed,
];

/** Sessions that were there before are not what somebody depends on who is on the way in. */
const onTheWay: States = [
  "nothing changed",
  ...onlyService,
  ...elsewhere,
  ...loginSession,
  ...newCookie,
  ...signedOut,
  ...secret,
  ...flows,
];
/** Setting something up is for the person's account, and the application is asked for when they go on to it. */
const forTheAccount: States = [
  ...["application deactivated", "project deactivated", "role required that the user does not have"],
  ...[...notAgreed, ...notAccepted, ...address],
] as States;
/** Behind a link from a mail nobody is signed in, and no application waits. */
const behindALink: States = [...onTheWay, ...agreedTo, ...aroundIt, ...address, ...required, ...removed];
/** Only somebody who is active can be locked. */
const notForNewcomers: States = ["user locked", "user locked and unlocked again"];

const aServiceUser: States = ["nothing changed", ...agreedTo, ...onlyHuman, "token revoked"];
const byKey: Expectation = { harmless: [...aServiceUser, ...otherCredentials("key removed", "key expired")] };
const bySecret: Expectation = { harmless: [...aServiceUser, ...otherCredentials("secret removed")] };
const personal: Expectation = {
  harmless: [...aServiceUser, ...otherCredentials("personal access token revoked"), ...serviceCameBack],
};
const cameBackWith = ({ harmless }: Expectation): Expectation => ({ harmless: [...harmless, ...serviceCameBack] });
const without = (states: States, ...less: States): States => states.filter((state) => !less.includes(state));
/**
 * Who asks about a token has to prove that it is an application of the project that the token is for, which asks for a
 * role.
 */
const asked = ({ harmless }: Expectation): Expectation => ({
  harmless: without(harmless, ...aroundIt, ...agreedTo, ...secret),
});

/** Asked of the database itself. */
export const storeTable: Readonly<Record<StoreWay, Expectation>> = {
  "sign in": {
    harmless: [
      ...[
        ...always,
        ...agreedTo,
        ...cameBack,
        ...onlyService,
        ...elsewhere,
        ...aroundIt,
        ...settings,
        ...loginSession,
        ...newCookie,
      ],
      ...[...required, ...removed, "password changed", ...signedOut],
    ] as States,
  },
  "use the login session": { harmless: [...inTheAccount, ...required] },
  "prove again in the login session": { harmless: [...inTheAccount, ...required] },
  "open an app session": {
    harmless: [
      ...always,
      ...agreedTo,
      ...onlyService,
      ...elsewhere,
      ...settings,
      ...newCookie,
      ...required,
      ...removed,
    ],
  },
  "spend a code": {
    harmless: [
      ...always,
      ...agreedTo,
      ...onlyService,
      "token revoked",
      ...settings,
      ...newCookie,
      ...required,
      ...removed,
    ],
  },
  "refresh (offline access outlives signing out)": {
    harmless: [
      ...always,
      ...agreedTo,
      ...onlyService,
      "token revoked",
      ...settings,
      ...newCookie,
      ...required,
      ...removed,
      ...loginSession,
    ],
  },
  "use an access token of the login session": {
    harmless: [...always, ...agreedTo, ...onlyService, ...settings, ...newCookie, ...required, ...removed],
  },
  "use an access token got by a refresh after signing out": {
    harmless: [
      ...always,
      ...agreedTo,
      ...onlyService,
      ...settings,
      ...newCookie,
      ...required,
      ...removed,
      ...loginSession,
    ],
  },
  "use a service user's token got with a key": { harmless: without(byKey.harmless, "token revoked") },
  "use a service user's token got with a secret": { harmless: without(bySecret.harmless, "token revoked") },
  "use a personal access token": { harmless: without(personal.harmless, "token revoked") },
  "find the key of an assertion": { harmless: [...byKey.harmless, ...serviceCameBack] },
  "check a service user's secret": { harmless: [...bySecret.harmless, ...serviceCameBack] },
};

/** Asked from outside. */
export const httpTable: Readonly<Record<HttpWay, Expectation>> = {
  "authorize with the session of the browser": { harmless: inTheBrowser },
  "the implicit flow": { harmless: without(inTheBrowser, ...flows) },
  "choose an account that is signed in": { harmless: inTheBrowser },
  "come back from the pages with an account": { harmless: inTheBrowser },
  // The page asks for the application's own organization, too: what is agreed to there is good when it has become
  // another's.
  "agree to what an application asks for": { harmless: [...inTheBrowser, ...notAgreed] },
  "use the pages of the account": { harmless: inTheAccount },
  "send the forms of the account": { harmless: inTheAccount },

  "exchange a code": { harmless: without(withATokenOfTheirs, ...appSession, ...secret) },
  refresh: { harmless: [...without(withATokenOfTheirs, ...secret, ...flows), ...loginSession] },
  "userinfo with an opaque token": { harmless: withATokenOfTheirs },
  // It belongs to another application of the same project.
  "userinfo with a JWT": { harmless: [...withATokenOfTheirs, ...application] },
  "introspection of an opaque token": { harmless: without(withATokenOfTheirs, ...secret) },
  "introspection of a JWT": { harmless: without(withATokenOfTheirs, ...secret) },
  "introspection by an API of another project in the audience": {
    harmless: without(withATokenOfTheirs, ...atAnotherProject),
  },
  "introspection of a JWT by an API of another project in the audience": {
    harmless: without([...withATokenOfTheirs, ...application], ...atAnotherProject),
  },
  "the management API with a person's opaque token": { harmless: withATokenOfTheirs },
  "the management API with a person's JWT": { harmless: [...withATokenOfTheirs, ...application] },

  // Whoever comes back can get a new token with the same credential; those got before stay ended.
  "a token by assertion": cameBackWith(byKey),
  "a token by client credentials": cameBackWith(bySecret),
  "userinfo with a token got by assertion": byKey,
  "userinfo with a token got by client credentials": bySecret,
  "userinfo with a personal access token": personal,
  "introspection of a token got by assertion": asked(byKey),
  "introspection of a token got by client credentials": asked(bySecret),
  "introspection of a personal access token": asked(personal),
  // It may name what is its own organization's, listed or not, and the role that was lost is not its own.
  "introspection of a personal access token by an API of another project": {
    harmless: without(personal.harmless, "audience project deactivated"),
  },
  "the management API with a token got by assertion": byKey,
  "the management API with a token got by client credentials": bySecret,
  "the management API with a personal access token": personal,

  "sign in, by the page that asks for the password": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...removed] },
  "choose one of several accounts with one address and one password": {
    harmless: [...onTheWay, ...agreedTo, ...cameBack, ...removed],
  },
  "choose the password that is due": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...removed] },
  "prove a second factor, by the code of an app": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...required] },
  "prove a second factor, by a code from a mail": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...required] },
  "prove a second factor, by a recovery code": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...required] },
  "prove a second factor, by a passkey": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...required] },
  "sign in with a passkey alone": {
    harmless: [
      ...onTheWay,
      ...agreedTo,
      ...cameBack,
      ...required,
      "password changed",
      "password changed by the user in this session",
    ],
  },
  "set up the second factor that is due": {
    harmless: [...onTheWay, ...agreedTo, ...cameBack, ...required, ...removed, ...forTheAccount],
  },
  "go on from the recovery codes": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...required] },
  "choose the password that is due, after a second factor": {
    harmless: [...onTheWay, ...agreedTo, ...cameBack, ...required],
  },
  "leave the offer of a passkey for later": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...removed] },
  "take the offer of a passkey": { harmless: [...onTheWay, ...agreedTo, ...cameBack, ...removed, ...forTheAccount] },

  "register, by the code from the mail": { harmless: [...onTheWay, ...removed], impossible: notForNewcomers },
  // There is nobody yet whom a state could be about; what matters is where they register.
  "register where no address is confirmed": {
    harmless: [...onTheWay, ...removed],
    impossible: [
      ...notForNewcomers,
      ...cameBack,
      "user deactivated",
      "user deleted",
      ...always.slice(1),
      "password changed",
    ],
  },
  "finish a registration by the link from the mail": { harmless: behindALink, impossible: notForNewcomers },
  "accept an invitation": { harmless: [...behindALink, ...cameBack] },
  "reset a forgotten password by the link from the mail": { harmless: [...behindALink, ...cameBack] },
  "confirm an address by the link from the mail": {
    harmless: [...behindALink, ...cameBack, "password changed", "password changed by the user in this session"],
  },
};
