/** The rules for an application's token settings, and what they come to beside the instance's defaults. */
import type { Problem } from "./rules-problems.ts";
import {
  type InstanceTokenRules,
  lifetimeBounds,
  type ResolvedTokenSettings,
  type TokenDefaults,
  type TokenLifetimes,
  type TokenSettings,
} from "./types.ts";

/** The settings that count. An idle time the application did not choose never outlives the absolute one. */
export function resolveTokens(tokens: TokenSettings, defaults: TokenDefaults): ResolvedTokenSettings {
  const lifetimes: TokenLifetimes = { ...defaults.lifetimes, ...tokens.lifetimes };
  return {
    accessTokenKind: tokens.accessTokenKind ?? defaults.accessTokenKind,
    accessTokenType: tokens.accessTokenType ?? "at+jwt",
    idTokenAlgorithm: tokens.idTokenAlgorithm ?? defaults.idTokenAlgorithm,
    lifetimes: { ...lifetimes, refreshIdle: Math.min(lifetimes.refreshIdle, lifetimes.refreshAbsolute) },
  };
}

const lifetimeNames: Record<keyof TokenLifetimes, string> = {
  accessToken: "The lifetime of access tokens",
  idToken: "The lifetime of ID tokens",
  refreshIdle: "The idle lifetime of refresh tokens",
  refreshAbsolute: "The absolute lifetime of refresh tokens",
  refreshGrace: "The grace window of refresh tokens",
};

const lifetimeFields = [
  "accessToken",
  "idToken",
  "refreshIdle",
  "refreshAbsolute",
  "refreshGrace",
] as const satisfies (keyof TokenLifetimes)[];

export function checkTokens(tokens: TokenSettings, instance: InstanceTokenRules): Problem[] {
  const outOfRange = lifetimeFields.flatMap((field) => checkLifetime(field, tokens));
  return [...checkAlgorithm(tokens, instance), ...(outOfRange.length > 0 ? outOfRange : checkIdle(tokens, instance))];
}

function checkAlgorithm({ idTokenAlgorithm }: TokenSettings, instance: InstanceTokenRules): Problem[] {
  if (idTokenAlgorithm === undefined || instance.idTokenAlgorithms.includes(idTokenAlgorithm)) return [];
  return [
    {
      field: "tokens.idTokenAlgorithm",
      code: "algorithm_not_enabled",
      message: `This instance does not sign with ${idTokenAlgorithm}. Choose ${instance.idTokenAlgorithms.join(" or ")}, or have the algorithm enabled for the instance.`,
    },
  ];
}

function checkLifetime(field: keyof TokenLifetimes, tokens: TokenSettings): Problem[] {
  const seconds = tokens.lifetimes?.[field];
  const { least, most } = lifetimeBounds[field];
  if (seconds === undefined || (Number.isInteger(seconds) && seconds >= least && seconds <= most)) return [];
  return [
    {
      field: `tokens.lifetimes.${field}`,
      code: "lifetime_out_of_range",
      message: `${lifetimeNames[field]} must be a whole number of seconds from ${least} to ${most}. Give such a number, or leave it out to follow the instance.`,
    },
  ];
}

function checkIdle({ lifetimes }: TokenSettings, instance: InstanceTokenRules): Problem[] {
  const idle = lifetimes?.refreshIdle;
  const absolute = lifetimes?.refreshAbsolute ?? instance.defaults.lifetimes.refreshAbsolute;
  if (idle === undefined || idle <= absolute) return [];
  return [
    {
      field: "tokens.lifetimes.refreshIdle",
      code: "lifetime_out_of_range",
      message: `The idle lifetime of refresh tokens (${idle} s) is longer than their absolute lifetime (${absolute} s). Make it shorter, or make the absolute lifetime longer.`,
    },
  ];
}
