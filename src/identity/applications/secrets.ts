/** The client secrets of an application. It may have several, so that one can be replaced without a gap. */
import { v7 as newId } from "uuid";
import { SignetError } from "../../errors/signet-error.ts";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { lockRow } from "../changes.ts";
import { type By, found, unknownResource } from "../resource.ts";
import { matchesHash, newSecret } from "../secrets.ts";

const MOST_SECRETS = 5;

export function addSecret(tx: Transaction, applicationId: string, by: By): Promise<{ id: string; secret: string }> {
  return insertSecret(tx, applicationId, by, {});
}

async function insertSecret(
  tx: Transaction,
  applicationId: string,
  by: By,
  further: { readonly replaced?: number },
): Promise<{ id: string; secret: string }> {
  await lockRow(tx, "applications", applicationId);
  const organizationId = await ownerOf(tx, applicationId);
  const { secret, hash } = newSecret();
  const id = newId();
  await tx
    .insertInto("application_secrets")
    .values({ id, application_id: applicationId, hash, created_at: now })
    .execute();
  const { length } = await listSecrets(tx, applicationId);
  if (length > MOST_SECRETS)
    throw new SignetError("wrong_state", `This application has ${MOST_SECRETS} secrets already; remove one first`);
  await record(tx, {
    type: "application_secret.created",
    ...by,
    resource: { kind: "application", id: applicationId },
    organizationId,
    detail: { id, ...further },
  });
  return { id, secret };
}

/** A new secret in place of all others, at once. */
export async function replaceSecrets(
  tx: Transaction,
  applicationId: string,
  by: By,
): Promise<{ id: string; secret: string }> {
  const { numDeletedRows } = await tx
    .deleteFrom("application_secrets")
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  return insertSecret(tx, applicationId, by, { replaced: Number(numDeletedRows) });
}

export async function listSecrets(db: Database, applicationId: string): Promise<{ id: string; createdAt: number }[]> {
  const rows = await db
    .selectFrom("application_secrets")
    .select(["id", "created_at"])
    .where("application_id", "=", applicationId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
}

export async function deleteSecret(tx: Transaction, applicationId: string, id: string, by: By): Promise<void> {
  const organizationId = await ownerOf(tx, applicationId);
  const { numDeletedRows } = await tx
    .deleteFrom("application_secrets")
    .where("id", "=", id)
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw unknownResource("application_secret", id);
  await record(tx, {
    type: "application_secret.deleted",
    ...by,
    resource: { kind: "application", id: applicationId },
    organizationId,
    detail: { id },
  });
}

/** Every hash is compared, whatever the outcome of the ones before it. */
export function matchesAnySecret(secret: string, hashes: readonly string[]): boolean {
  return hashes.map((hash) => matchesHash(secret, hash)).includes(true);
}

/** The organization an application belongs to, through its project. */
export async function ownerOf(db: Database, applicationId: string): Promise<string> {
  const row = await db
    .selectFrom("applications")
    .innerJoin("projects", "projects.id", "applications.project_id")
    .select("projects.organization_id")
    .where("applications.id", "=", applicationId)
    .executeTakeFirst();
  return found(row, "application", applicationId).organization_id;
}
