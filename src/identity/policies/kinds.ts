/** The kinds of policy there are, and what holds where nobody has decided. */
import type { Static } from "typebox";
import { DEFAULT_RETENTION_DAYS } from "../../events/audit-log.ts";
import { DEFAULT_LANGUAGE, languages as everyLanguage } from "../../texts/languages.ts";
import { instanceTokenDefaults, sessionBounds } from "../applications/types.ts";
import { secondFactors } from "./choices.ts";
import type { policySchemas } from "./schemas.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export type PolicyKind = keyof typeof policySchemas;
export type PolicySettings<Kind extends PolicyKind> = Static<(typeof policySchemas)[Kind]>;

export const builtInPolicies: { readonly [Kind in PolicyKind]: PolicySettings<Kind> } = {
  password: { minLength: 8, checkCommon: true },
  registration: { allowed: false, verifyEmail: true, fields: ["name"] },
  sessions: { idleSeconds: 7 * day, absoluteSeconds: 30 * day },
  throttling: { delayAfter: 5, blockAfter: 10, blockSeconds: 15 * minute },
  throttlingBounds: {
    delayAfter: { least: 3, most: 10 },
    blockAfter: { least: 5, most: 20 },
    blockSeconds: { least: minute, most: hour },
  },
  secondFactor: { mode: "optional", allowed: [...secondFactors] },
  account: { mayDelete: false },
  languages: { default: DEFAULT_LANGUAGE, offered: [...everyLanguage] },
  tokens: {
    defaults: { ...instanceTokenDefaults.defaults, lifetimes: { ...instanceTokenDefaults.defaults.lifetimes } },
    idTokenAlgorithms: [...instanceTokenDefaults.idTokenAlgorithms],
    sessionsPerApplication: sessionBounds.usual,
  },
  events: { retentionDays: DEFAULT_RETENTION_DAYS },
  branding: {
    primaryColor: "",
    backgroundColor: "",
    darkPrimaryColor: "",
    darkBackgroundColor: "",
    termsUrl: "",
    privacyUrl: "",
    helpUrl: "",
    hideSignetName: false,
  },
};

/**
 * What pages are drawn on where the branding leaves it open: of page and card, the one on which it is harder to be
 * seen.
 */
export const defaultBackgrounds = { light: "#f4f5f7", dark: "#1a1e24" } as const;

/**
 * Bounds are set from outside; an application's tokens follow the instance, whoever signs in; the audit log is one for
 * all.
 */
export const instanceOnly: ReadonlySet<PolicyKind> = new Set<PolicyKind>(["throttlingBounds", "tokens", "events"]);

export function isPolicyKind(name: string): name is PolicyKind {
  return Object.hasOwn(builtInPolicies, name);
}
