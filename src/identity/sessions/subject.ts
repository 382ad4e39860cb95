/**
 * Who an access token speaks for: whether it still stands, and everything that claims can be made from, in one row that
 * can be one half of a larger statement.
 */
import { type AliasedExpression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { type MarkValue, prepared } from "../../storage/prepared.ts";
import { audienceList } from "../audiences.ts";
import { roleList } from "../effective-roles.ts";
import { metadataList, metadataListFor } from "../metadata.ts";
import { accessTokenStanding, type ServiceCredential, type ServiceToken, serviceUserStanding } from "./standing.ts";
import { type Subject, type SubjectRow, toSubject } from "./subject-row.ts";

export type { Subject } from "./subject-row.ts";

/** The token, as it names its owner. */
export type SubjectToken = { readonly id: string } & (
  | { readonly owner: "app_session"; readonly appSessionId: string; readonly loginSessionId: string | undefined }
  | ({ readonly owner: "service_user"; readonly userId: string } & ServiceToken)
);

/** What is too much to read where nobody asks for it. */
export interface SubjectDetail {
  readonly metadata: boolean;
  /** The projects whose roles count beside the application's own. */
  readonly projectIds: readonly string[];
  /** Those of them that are in the audience only as long as they let themselves be named. */
  readonly audience: readonly string[];
}

/** For whoever asks only whether it stands. */
export const noDetail: SubjectDetail = { metadata: false, projectIds: [], audience: [] };

/** To be selected from, or joined with what else a request needs. */
export function subjectQuery(
  db: Database,
  token: SubjectToken,
  detail: SubjectDetail,
): AliasedExpression<SubjectRow, "subject"> {
  return token.owner === "app_session" ? ofAppSession(db, token, detail) : ofServiceUser(db, token, detail);
}

const subjectOfToken = prepared(
  ({ token, detail }: { token: SubjectToken; detail: SubjectDetail }, value) => ({
    token: markSubjectToken(token, value),
    detail: markSubjectDetail(detail, value),
  }),
  (db, { token, detail }) => db.selectFrom(subjectQuery(db, token, detail)).selectAll(),
);

/** Undefined when there is no such session or service user (any more). */
export async function readSubject(
  db: Database,
  token: SubjectToken,
  detail: SubjectDetail,
): Promise<Subject | undefined> {
  const row = await subjectOfToken.first(db, { token, detail });
  return row && toSubject(row);
}

/** For a prepared statement: of a token that may say more, whom it names. */
export function markSubjectToken(token: SubjectToken, value: MarkValue): SubjectToken {
  const id = value(token.id);
  if (token.owner === "app_session") {
    const { owner, appSessionId, loginSessionId } = token;
    return {
      id,
      owner,
      appSessionId: value(appSessionId),
      loginSessionId: loginSessionId === undefined ? undefined : value(loginSessionId),
    };
  }
  const { owner, userId, epoch, credential } = token;
  return {
    id,
    owner,
    userId: value(userId),
    epoch: epoch === undefined ? undefined : value(epoch),
    credential: markCredential(credential, value),
  };
}

function markCredential(credential: ServiceCredential, value: MarkValue): ServiceCredential {
  const { kind } = credential;
  switch (kind) {
    case "key":
      return { kind, keyId: value(credential.keyId) };
    case "secret":
      return { kind, version: value(credential.version) };
    case "personal_access_token":
      return { kind, tokenId: value(credential.tokenId) };
  }
}

export function markSubjectDetail({ metadata, projectIds, audience }: SubjectDetail, value: MarkValue): SubjectDetail {
  return { metadata, projectIds: projectIds.map(value), audience: audience.map(value) };
}

const personColumns = [
  "users.id as subject_user_id",
  "users.user_name as subject_user_name",
  "users.changed_at as subject_changed_at",
  "uo.id as subject_organization_id",
  "uo.name as subject_organization_name",
  "uo.domain as subject_domain",
  "h.display_name as subject_display_name",
  "h.given_name as subject_given_name",
  "h.family_name as subject_family_name",
  "h.nickname as subject_nickname",
  "h.picture as subject_picture",
  "h.locale as subject_locale",
  "h.email as subject_email",
  "h.email_verified as subject_email_verified",
  "h.phone as subject_phone",
  "h.phone_verified as subject_phone_verified",
  "h.address as subject_address",
] as const;

function ofAppSession(db: Database, token: SubjectToken & { owner: "app_session" }, detail: SubjectDetail) {
  return db
    .selectFrom("app_sessions as s")
    .innerJoin("users", "users.id", "s.user_id")
    .innerJoin("organizations as uo", "uo.id", "users.organization_id")
    .innerJoin("applications as a", "a.id", "s.application_id")
    .innerJoin("projects as p", "p.id", "a.project_id")
    .innerJoin("organizations as po", "po.id", "p.organization_id")
    .leftJoin("humans as h", "h.user_id", "users.id")
    .select(personColumns)
    .select([
      // Only people sign in.
      noText.as("subject_service_name"),
      accessTokenStanding(token).as("subject_standing"),
      "a.id as subject_application_id",
      "p.id as subject_project_id",
      "p.role_assertion as subject_role_assertion",
      "a.management_access as subject_management_access",
      roleList(countsIn(detail.projectIds)).as("subject_roles"),
      (detail.metadata ? metadataListFor("p") : noText).as("subject_metadata"),
      audienceList("application", detail.audience).as("subject_audience"),
      noText.as("subject_scopes"),
      noNumber.as("subject_issued_at"),
      noNumber.as("subject_expires_at"),
      noNumber.as("subject_last_used_at"),
      now.as("subject_now"),
    ])
    .where("s.id", "=", token.appSessionId)
    .as("subject");
}

/** The scopes of a personal access token are in its row, so what they ask for is read in any case. */
function ofServiceUser(db: Database, token: SubjectToken & { owner: "service_user" }, detail: SubjectDetail) {
  const personal = token.credential.kind === "personal_access_token" ? token.credential.tokenId : "";
  return db
    .selectFrom("users")
    .innerJoin("organizations as uo", "uo.id", "users.organization_id")
    .innerJoin("service_users as su", "su.user_id", "users.id")
    .leftJoin("humans as h", "h.user_id", "users.id")
    .leftJoin("personal_access_tokens as t", (join) =>
      join.on("t.id", "=", personal).onRef("t.user_id", "=", "users.id"),
    )
    .select(personColumns)
    .select([
      "su.name as subject_service_name",
      serviceUserStanding(token).as("subject_standing"),
      noText.as("subject_application_id"),
      noText.as("subject_project_id"),
      noNumber.as("subject_role_assertion"),
      noNumber.as("subject_management_access"),
      roleList(sql<SqlBool>`1 = 1`).as("subject_roles"),
      metadataList.as("subject_metadata"),
      audienceList("service_user", detail.audience).as("subject_audience"),
      "t.scopes as subject_scopes",
      "t.created_at as subject_issued_at",
      "t.expires_at as subject_expires_at",
      "t.last_used_at as subject_last_used_at",
      now.as("subject_now"),
    ])
    .where("users.id", "=", token.userId)
    .as("subject");
}

const noText: RawBuilder<string | null> = sql<string | null>`CAST(NULL AS TEXT)`;
const noNumber: RawBuilder<number | null> = sql<number | null>`CAST(NULL AS BIGINT)`;

function countsIn(projectIds: readonly string[]): RawBuilder<SqlBool> {
  if (projectIds.length === 0) return sql<SqlBool>`ra.project_id = p.id`;
  return sql<SqlBool>`(ra.project_id = p.id OR ra.project_id IN (${sql.join(projectIds)}))`;
}
