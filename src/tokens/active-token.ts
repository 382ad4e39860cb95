/** An access token that counts: it stands, and its time has neither not come nor passed by the database's clock. */
import { readGrantable } from "../identity/audiences.ts";
import type { Instance } from "../identity/instance.ts";
import { LAST_USE_PRECISION_MS, noteUse } from "../identity/service-users/personal-access-tokens.ts";
import { STANDS } from "../identity/sessions/standing.ts";
import type { Subject, SubjectDetail } from "../identity/sessions/subject.ts";
import type { Database } from "../storage/database.ts";
import { padValues } from "../storage/pad-values.ts";
import type { AccessToken } from "./access-tokens.ts";
import { audienceOf, mayCarryManagement, namedProjects, otherProjects, possibleScopes } from "./audience.ts";
import { METADATA_SCOPE } from "./scopes.ts";

export interface ActiveToken {
  readonly id: string;
  readonly subject: Subject;
  readonly clientId: string;
  /** What still holds of those it was made with. */
  readonly scopes: readonly string[];
  readonly audience: readonly string[];
  /** In seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * What has to be read about the subject for the scopes in the token. Those of a personal access token are in its row.
 */
export function detailFor(token: AccessToken, serviceProjectId: string): SubjectDetail {
  const { scopes } = token;
  return {
    metadata: scopes.includes(METADATA_SCOPE) || isPersonal(token),
    // Each number of them makes another statement, and whoever asks for a token says how many there are.
    projectIds: padValues(namedProjects(scopes, serviceProjectId)),
    audience: padValues(otherProjects(scopes, serviceProjectId)),
  };
}

function isPersonal(token: AccessToken): boolean {
  return token.owner === "service_user" && token.credential.kind === "personal_access_token";
}

/** Undefined when it does not count (any more). The subject was read with what `detailFor` says. */
export async function findActiveToken(
  db: Database,
  token: AccessToken,
  subject: Subject | undefined,
  instance: Instance,
): Promise<ActiveToken | undefined> {
  return activeToken(token, subject && (await withPersonalAudience(db, subject, instance)), instance);
}

/** Which projects a personal access token names is known only once its row is read; most name none but Signet's own. */
async function withPersonalAudience(db: Database, subject: Subject, { projectId }: Instance): Promise<Subject> {
  const asked = subject.standing === STANDS ? otherProjects(subject.personalAccessToken?.scopes ?? [], projectId) : [];
  if (asked.length === 0) return subject;
  const { audience } = await readGrantable(db, { kind: "service_user", userId: subject.userId }, asked);
  return { ...subject, audience };
}

/**
 * For whoever does not ask about other projects than Signet's own: a project that was not asked about is not in the
 * audience.
 */
export function activeToken(
  token: AccessToken,
  subject: Subject | undefined,
  instance: Instance,
): ActiveToken | undefined {
  if (subject?.standing !== STANDS) return undefined;
  const personal = subject.personalAccessToken;
  const scopes = stillPossible(personal?.scopes ?? token.scopes, subject, instance);
  const issuedAt = personal ? Math.floor(personal.issuedAt / 1000) : token.issuedAt;
  const expiresAt = personal ? Math.floor(personal.expiresAt / 1000) : token.expiresAt;
  if (issuedAt === undefined || expiresAt === undefined || subject.now >= expiresAt * 1000) return undefined;
  const clientId = subject.application?.id ?? subject.userId;
  const audience = audienceOf({ clientId, projectId: subject.application?.projectId, scopes }, instance.projectId);
  return { id: token.id, subject, clientId, scopes, audience, issuedAt, expiresAt };
}

/**
 * What was taken away since is lost for the tokens that are out, too: it is asked by the rules by which scopes are
 * granted.
 */
function stillPossible(
  scopes: readonly string[],
  { application, audience, metadata }: Subject,
  instance: Instance,
): readonly string[] {
  return possibleScopes(scopes, {
    audience,
    metadata: metadata !== undefined,
    mayManage: application === undefined || mayCarryManagement(application, instance),
    serviceProjectId: instance.projectId,
  });
}

/** For personal access tokens, so that unused ones can be seen; rare enough not to be a write a request. */
export async function noteUseOf(db: Database, { id, subject }: ActiveToken): Promise<void> {
  if (subject.personalAccessToken === undefined) return;
  const { lastUsedAt = 0 } = subject.personalAccessToken;
  if (lastUsedAt < subject.now - LAST_USE_PRECISION_MS) await noteUse(db, id);
}
