/**
 * The domain that an organization chooses for itself. Nobody has proved yet that a domain is theirs, so it may be
 * chosen only where that takes nothing from anybody: it is no public one, no other organization has or had it, nobody
 * outside has an e-mail address in it, and Signet itself is not there. Who manages the instance sets any domain.
 *
 * Whether somebody has or had it, and whether people elsewhere have addresses in it, gets one and the same answer:
 * which organizations there are, and where people come from, is nobody else's business. Still each answer tells a
 * little, so they are few.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { SignetError } from "../errors/signet-error.ts";
import type { Database } from "../storage/database.ts";
import { takeAttempt } from "./limits/proof-attempts.ts";
import { invalid } from "./names.ts";
import { type PublicDomain, publicDomain } from "./public-domains.ts";

/** So many are free; from then on each has to wait, up to an hour. An hour without one starts anew. */
const rules = { delayAfter: 10, blockAfter: 20, blockSeconds: 3_600 };

/** Not in the transaction of the change: one that is refused counts, too. */
export async function countChosenDomain(db: Database, organizationId: string): Promise<void> {
  const { outcome, retryAfterMs } = await takeAttempt(db, `organization:${organizationId}:domain`, rules);
  if (outcome === "won") return;
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1000);
  throw new SignetError("rate_limited", "Other domains were tried too often for this organization", {
    retryAfterSeconds,
  });
}

const reasons: Readonly<Record<PublicDomain, string>> = {
  ip_address: "is an address and no domain name",
  public_suffix: "is one below which anybody can register names",
  public_mail: "is of a mail service that gives anybody an address",
};

/**
 * `own`: the hosts at which Signet is. What is above one of them is whose Signet it is, and below it are neighbours of
 * its pages.
 */
export async function refusePublicDomain(domain: string, own: readonly string[]): Promise<void> {
  const found = await publicDomain(domain);
  if (found !== undefined)
    throw invalid("domain", `domain ${reasons[found]}; choose one that is the organization's own`);
  if (own.some((host) => `.${domain}`.endsWith(`.${host}`) || host.endsWith(`.${domain}`))) {
    throw invalid("domain", "domain is where Signet itself is; choose one that is the organization's own");
  }
}

/** What follows the @; the index humans_by_email_domain is for this very expression. */
const domainOfAddress = sql<string>`replace(humans.email_key, rtrim(humans.email_key, replace(humans.email_key, '@', '')), '')`;

/**
 * For the statement that changes the domain. Somebody who gets an address there at the same moment is as if they came a
 * moment later: who has proved an address comes before whose login name it is (users/login-names.ts).
 */
export function noOutsiderHasAddressIn(domain: string, organizationId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`NOT EXISTS (
    SELECT 1 FROM humans JOIN users ON users.id = humans.user_id
    WHERE ${domainOfAddress} = ${domain} AND users.organization_id <> ${organizationId}
  )`;
}

/**
 * What an organization had for less than this is nobody's name yet; otherwise whoever tries many would keep them all
 * from others.
 */
const KEPT_MS = 86_400_000;

/**
 * Nor one that another organization had, as long as the audit log remembers it: applications may know people by the
 * login names that they had there, and somebody else would come by the same. For the same statement.
 */
export function noOtherOrganizationHad(domain: string, organizationId: string): RawBuilder<SqlBool> {
  // A domain holds nothing that LIKE reads as more than itself (names.ts).
  return sql<SqlBool>`NOT EXISTS (
    SELECT 1 FROM events had
    WHERE had.resource_kind = 'organization' AND had.type IN ('organization.created', 'organization.changed')
      AND had.resource_id <> ${organizationId} AND had.detail LIKE ${`%"domain":"${domain}"%`}
      AND NOT EXISTS (
        SELECT 1 FROM events later
        WHERE later.resource_kind = 'organization' AND later.resource_id = had.resource_id AND later.type = 'organization.changed'
          AND later.at >= had.at AND later.at < had.at + ${sql.lit(KEPT_MS)} AND later.id > had.id AND later.detail LIKE '%"domain":"%'
      )
  )`;
}

export const domainNotFree =
  "This domain cannot be chosen: another organization has or had it, or people outside this one have e-mail addresses in it. Choose another one, or ask whoever manages the instance";
