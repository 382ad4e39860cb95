/**
 * Within which bounds each kind of policy decides, for whoever writes one and for the API's document. Those who only
 * read policies do not load it.
 */
import Type, { type TSchema } from "typebox";
import { languages as everyLanguage } from "../../texts/languages.ts";
import { accessTokenKinds, idTokenAlgorithms, lifetimeBounds, sessionBounds } from "../applications/types.ts";
import { factorModes, registrationFields, secondFactors } from "./choices.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const closed = { additionalProperties: false };
const between = (least: number, most: number) => Type.Integer({ minimum: least, maximum: most });
const seconds = ({ least, most }: { readonly least: number; readonly most: number }) => between(least, most);

const password = Type.Object(
  {
    minLength: between(8, 256),
    /** Refuse passwords that are known to be common. */
    checkCommon: Type.Boolean(),
  },
  closed,
);

const registration = Type.Object(
  {
    /** Anybody may make an account for themselves. */
    allowed: Type.Boolean(),
    /** Who registers stays `unverified` until the link in the mail is used. */
    verifyEmail: Type.Boolean(),
    /** What is asked for beside the e-mail address. */
    fields: Type.Array(Type.Enum([...registrationFields]), { uniqueItems: true }),
  },
  closed,
);

const sessions = Type.Object(
  { idleSeconds: between(5 * minute, 90 * day), absoluteSeconds: between(5 * minute, 400 * day) },
  closed,
);

/** Failed proofs (password, code, recovery code), counted together. */
const attempts = { delayAfter: between(1, 100), blockAfter: between(2, 1000), blockSeconds: between(minute, day) };

const throttling = Type.Object(attempts, closed);

const bound = <Value extends TSchema>(value: Value) => Type.Object({ least: value, most: value }, closed);

/** Between which an organization's throttling lies, whatever it has decided. The instance's own may lie anywhere. */
const throttlingBounds = Type.Object(
  {
    delayAfter: bound(attempts.delayAfter),
    blockAfter: bound(attempts.blockAfter),
    blockSeconds: bound(attempts.blockSeconds),
  },
  closed,
);

const tokens = Type.Object(
  {
    defaults: Type.Object(
      {
        accessTokenKind: Type.Enum([...accessTokenKinds]),
        idTokenAlgorithm: Type.Enum([...idTokenAlgorithms]),
        lifetimes: Type.Object(
          {
            accessToken: seconds(lifetimeBounds.accessToken),
            idToken: seconds(lifetimeBounds.idToken),
            refreshIdle: seconds(lifetimeBounds.refreshIdle),
            refreshAbsolute: seconds(lifetimeBounds.refreshAbsolute),
            refreshGrace: seconds(lifetimeBounds.refreshGrace),
          },
          closed,
        ),
      },
      closed,
    ),
    /** Those that applications may choose. */
    idTokenAlgorithms: Type.Array(Type.Enum([...idTokenAlgorithms]), { minItems: 1, uniqueItems: true }),
    /** Of one person at one application, at a time. */
    sessionsPerApplication: between(sessionBounds.least, sessionBounds.most),
  },
  closed,
);

/** events/audit-log.ts reads it within the sweep, as it is written here. */
const events = Type.Object({ retentionDays: between(1, 3650) }, closed);

/** `#rrggbb`, or empty for Signet's own. */
const color = () => Type.String({ pattern: "^(#[0-9a-fA-F]{6})?$" });
/** An https address, or empty for none. */
const link = () => Type.String({ maxLength: 2048 });

const branding = Type.Object(
  {
    primaryColor: color(),
    backgroundColor: color(),
    darkPrimaryColor: color(),
    darkBackgroundColor: color(),
    termsUrl: link(),
    privacyUrl: link(),
    helpUrl: link(),
    /** The pages do not say that they are Signet's. */
    hideSignetName: Type.Boolean(),
  },
  closed,
);

const secondFactor = Type.Object(
  {
    /** Never asked for; asked of those who have set one up; asked of everybody, who then sets one up on the way in. */
    mode: Type.Enum([...factorModes]),
    allowed: Type.Array(Type.Enum([...secondFactors]), { minItems: 1, uniqueItems: true }),
  },
  closed,
);

/** What people may do with their own account. */
const account = Type.Object({ mayDelete: Type.Boolean() }, closed);

/** Of the pages. A mail is written in the language that its reader has chosen. */
const languages = Type.Object(
  {
    /** Where neither the person nor the application nor the browser names one that is offered. */
    default: Type.Enum([...everyLanguage]),
    /** In the order of the choice in the footer. */
    offered: Type.Array(Type.Enum([...everyLanguage]), { minItems: 1, uniqueItems: true }),
  },
  closed,
);

export const policySchemas = {
  password,
  registration,
  sessions,
  throttling,
  throttlingBounds,
  secondFactor,
  account,
  languages,
  tokens,
  events,
  branding,
} as const;
