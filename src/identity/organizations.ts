/**
 * An organization owns users and projects. Its domain, unique in the instance, is what its users' login names end with.
 */
import { domainToUnicode } from "node:url";
import { type Expression, type SqlBool, sql } from "kysely";
import { v7 as newId } from "uuid";
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { allowLongStatements } from "../storage/long-statements.ts";
import { now } from "../storage/now.ts";
import { lostChange, unlessTaken } from "./changes.ts";
import { domainNotFree, noOtherOrganizationHad, noOutsiderHasAddressIn } from "./chosen-domains.ts";
import { refuseIfProtected } from "./instance.ts";
import {
  allOf,
  folded,
  inRange,
  isPlain,
  type Listed,
  type ListRequest,
  mapList,
  nameHolds,
  nameMayHold,
  orderOf,
  readList,
  rowHas,
  screen,
  searchText,
} from "./listing.ts";
import { displayText, domainName } from "./names.ts";
import { refuseIfLastOwnersIn } from "./owners.ts";
import { type By, found, type Stamp, stampOf } from "./resource.ts";
import { type PlainVerb, type State, transition } from "./states.ts";
import { countSomebodysAddresses } from "./users/user-names.ts";

export interface Organization extends Stamp {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly state: State;
}

const domainTaken = "Another organization has this domain";
const columns = ["id", "name", "domain", "state", "version", "created_at", "changed_at"] as const;

export async function createOrganization(
  tx: Transaction,
  input: { name: string; domain: string },
  by: By,
): Promise<Organization> {
  const id = newId();
  const name = displayText("name", input.name);
  const domain = domainName(input.domain);
  const insert = tx
    .insertInto("organizations")
    .values({ id, name, domain, state: "active", version: 1, created_at: now, changed_at: now })
    .returning(columns);
  const row = await unlessTaken(insert.executeTakeFirstOrThrow(), domainTaken, "domain");
  await record(tx, {
    type: "organization.created",
    ...by,
    resource: { kind: "organization", id },
    organizationId: id,
    detail: { name, domain },
  });
  return toOrganization(row);
}

export async function findOrganization(db: Database, id: string): Promise<Organization | undefined> {
  const row = await db.selectFrom("organizations").select(columns).where("id", "=", id).executeTakeFirst();
  return row && toOrganization(row);
}

export async function readOrganization(db: Database, id: string): Promise<Organization> {
  return found(await findOrganization(db, id), "organization", id);
}

export async function findOrganizationByDomain(db: Database, domain: string): Promise<Organization | undefined> {
  const row = await db
    .selectFrom("organizations")
    .select(columns)
    .where("domain", "=", domainName(domain))
    .executeTakeFirst();
  return row && toOrganization(row);
}

export interface OrganizationList extends ListRequest<"createdAt" | "name" | "domain"> {
  /** Those whose name holds it, or whose domain begins with it. */
  readonly q?: string | undefined;
  readonly state?: State | undefined;
  /** Only those at which this user has a manager role of the organization's own level. */
  readonly managedBy?: string | undefined;
}

/** With `q` or `state` a page may hold fewer than asked for and go on all the same: see Listed. */
export async function listOrganizations(db: Database, request: OrganizationList): Promise<Listed<Organization>> {
  const { state, managedBy } = request;
  const text = searchText(request.q);
  const { field, direction } = orderOf(request.sort);
  const column = field === "createdAt" ? undefined : field;
  const order = { column, id: "id", direction } as const;
  const query = db
    .selectFrom("organizations")
    .select(columns)
    .$if(managedBy !== undefined, (of) =>
      of.where("id", "in", (eb) =>
        eb
          .selectFrom("managers")
          .select((manager) => manager.ref("managers.organization_id").$notNull().as("organization_id"))
          .where("managers.user_id", "=", managedBy ?? "")
          .where("managers.organization_id", "is not", null),
      ),
    );
  const list = await readList(request, {
    rows: (after, limit) => inRange(query, { ...order, after, limit }).execute(),
    position: (row) => ({ value: column === undefined ? "" : row[column], id: row.id }),
    filter: screen(db, query, {
      ...order,
      condition: allOf(rowHas("state", state), mayBeFound(text)),
      accepts: (row) => text === undefined || nameHolds(row.name, text) || domainBegins(row.domain, text),
    }),
  });
  return mapList(list, toOrganization);
}

/** As it is stored, or as people write it. */
function domainBegins(domain: string, text: string): boolean {
  return domain.startsWith(text) || folded(domainToUnicode(domain)).startsWith(text);
}

/**
 * Lets through what the name or the domain may be found by; what international domains are written like is judged
 * afterwards.
 */
function mayBeFound(text: string | undefined): Expression<SqlBool> | undefined {
  const name = nameMayHold(text);
  if (text === undefined || name === undefined) return undefined;
  const international = sql<SqlBool>`replace(row.domain, 'xn--', '') <> row.domain`;
  const begins = isPlain(text)
    ? sql<SqlBool>`(row.domain >= ${text} AND row.domain < ${`${text}\u{10ffff}`})`
    : sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(${name} OR ${begins} OR ${international})`;
}

export interface OrganizationChange {
  readonly name?: string | undefined;
  /** Any domain, as who manages the instance sets it. */
  readonly domain?: string | undefined;
  /** Instead of it, one that the organization chooses for itself (chosen-domains.ts). */
  readonly chosenDomain?: string | undefined;
  /** Only if it still is the one that was read. */
  readonly version?: number | undefined;
}

export async function changeOrganization(
  tx: Transaction,
  id: string,
  change: OrganizationChange,
  by: By,
): Promise<Organization> {
  const domain = change.chosenDomain ?? change.domain;
  const values = {
    ...(change.name === undefined ? {} : { name: displayText("name", change.name) }),
    ...(domain === undefined ? {} : { domain: domainName(domain) }),
  };
  const isNew = values.domain !== undefined && (await findOrganization(tx, id))?.domain !== values.domain;
  const chosen = isNew && change.chosenDomain !== undefined ? values.domain : undefined;
  const update = tx
    .updateTable("organizations")
    .set((eb) => ({
      ...values,
      ...(isNew ? { domain_proved_at: null } : {}),
      version: eb("version", "+", 1),
      changed_at: now,
    }))
    .where("id", "=", id)
    .$if(chosen !== undefined, (query) =>
      query.where(noOutsiderHasAddressIn(chosen ?? "", id)).where(noOtherOrganizationHad(chosen ?? "", id)),
    )
    .$if(change.version !== undefined, (query) => query.where("version", "=", change.version ?? 0))
    .returning(columns);
  const row = await unlessTaken(
    update.executeTakeFirst(),
    chosen === undefined ? domainTaken : domainNotFree,
    "domain",
  );
  if (row === undefined) throw await lostDomain(tx, id, { chosen, version: change.version });
  if (isNew && values.domain !== undefined) await refuseSomebodysAddresses(tx, id, values.domain);
  await record(tx, {
    type: "organization.changed",
    ...by,
    resource: { kind: "organization", id },
    organizationId: id,
    detail: values,
  });
  return toOrganization(row);
}

/**
 * Whoever names a version that is gone is told just that: otherwise one could ask about a domain without ever choosing
 * it.
 */
async function lostDomain(
  tx: Transaction,
  id: string,
  { chosen, version }: { chosen: string | undefined; version: number | undefined },
): Promise<SignetError> {
  const organization = await findOrganization(tx, id);
  if (
    chosen === undefined ||
    organization === undefined ||
    (version ?? organization.version) !== organization.version
  ) {
    return lostChange(tx, "organizations", "organization", id);
  }
  return new SignetError("already_exists", domainNotFree, { field: "domain" });
}

/**
 * No user name becomes the address that somebody else has proved to be theirs (users/user-names.ts). Whose it is, is
 * not told.
 */
async function refuseSomebodysAddresses(tx: Transaction, id: string, domain: string): Promise<void> {
  const count = await countSomebodysAddresses(tx, id, domain);
  if (count === 0) return;
  throw new SignetError(
    "already_exists",
    count === 1
      ? "With this domain one login name would be an e-mail address that somebody else has proved to be theirs; rename that user first"
      : `With this domain ${count} login names would be e-mail addresses that others have proved to be theirs; rename those users first`,
    { field: "domain" },
  );
}

export async function setOrganizationState(tx: Transaction, id: string, verb: PlainVerb, by: By): Promise<void> {
  if (verb === "deactivate") await refuseIfNeeded(tx, id);
  await transition(tx, { table: "organizations", id, organizationId: id }, verb, by);
}

/** With it go its projects, users, policies and metadata, the grants to it, and everything that belongs to those. */
export async function deleteOrganization(tx: Transaction, id: string, by: By): Promise<void> {
  await refuseIfNeeded(tx, id);
  await allowLongStatements(tx);
  const row = await tx
    .deleteFrom("organizations")
    .where("id", "=", id)
    .returning(["name", "domain"])
    .executeTakeFirst();
  const { name, domain } = found(row, "organization", id);
  await record(tx, {
    type: "organization.deleted",
    ...by,
    resource: { kind: "organization", id },
    organizationId: id,
    detail: { name, domain },
  });
}

/** Neither Signet itself nor the last owner of the instance may go with an organization. */
async function refuseIfNeeded(tx: Transaction, id: string): Promise<void> {
  await refuseIfProtected(tx, id);
  await refuseIfLastOwnersIn(tx, id);
}

function toOrganization(row: {
  id: string;
  name: string;
  domain: string;
  state: string;
  version: number;
  created_at: number;
  changed_at: number;
}): Organization {
  return { id: row.id, name: row.name, domain: row.domain, state: row.state as State, ...stampOf(row) };
}
