/** An access token that counts: it stands, and its time has neither not come nor passed by the database's clock. */
import type { Instance } from "../identity/instance.ts";
import { LAST_USE_PRECISION_MS, noteUse } from "../identity/service-users/personal-access-tokens.ts";
import { STANDS } from "../identity/sessions/standing.ts";
import type { Subject, SubjectDetail } from "../identity/sessions/subject.ts";
import type { Database } from "../storage/database.ts";
import type { AccessToken } from "./access-tokens.ts";
import { audienceOf, mayCarryManagement } from "./audience.ts";
import { audienceProject, METADATA_SCOPE } from "./scopes.ts";

export interface ActiveToken {
  readonly id: string;
  readonly subject: Subject;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly audience: readonly string[];
  /** In seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** What has to be read about the subject for the scopes in the token. */
export function detailFor({ scopes }: AccessToken, serviceProjectId: string): SubjectDetail {
  return {
    metadata: scopes.includes(METADATA_SCOPE),
    projectIds: scopes.flatMap((scope) => audienceProject(scope, serviceProjectId) ?? []),
  };
}

/** Undefined when it does not count (any more). */
export function activeToken(token: AccessToken, subject: Subject | undefined, instance: Instance): ActiveToken | undefined {
  if (subject?.standing !== STANDS) return undefined;
  const personal = subject.personalAccessToken;
  const scopes = withoutLostManagement(personal?.scopes ?? token.scopes, subject, instance);
  const issuedAt = personal ? Math.floor(personal.issuedAt / 1000) : token.issuedAt;
  const expiresAt = personal ? Math.floor(personal.expiresAt / 1000) : token.expiresAt;
  if (issuedAt === undefined || expiresAt === undefined || subject.now >= expiresAt * 1000) return undefined;
  const clientId = subject.application?.id ?? subject.userId;
  const audience = audienceOf({ clientId, projectId: subject.application?.projectId, scopes }, instance.projectId);
  return { id: token.id, subject, clientId, scopes, audience, issuedAt, expiresAt };
}

/** An application whose access to management was taken away has lost it for the tokens it holds, too. */
function withoutLostManagement(scopes: readonly string[], { application }: Subject, instance: Instance): readonly string[] {
  if (application === undefined || mayCarryManagement(application, instance)) return scopes;
  return scopes.filter((scope) => audienceProject(scope, instance.projectId) !== instance.projectId);
}

/** For personal access tokens, so that unused ones can be seen; rare enough not to be a write a request. */
export async function noteUseOf(db: Database, { id, subject }: ActiveToken): Promise<void> {
  if (subject.personalAccessToken === undefined) return;
  const { lastUsedAt = 0 } = subject.personalAccessToken;
  if (lastUsedAt < subject.now - LAST_USE_PRECISION_MS) await noteUse(db, id);
}
