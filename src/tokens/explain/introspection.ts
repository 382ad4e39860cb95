/**
 * What introspection would say of a token to one application, and what would have to change: a caller that is not in
 * the audience is answered as for a token that does not exist, so the way out is told here, to managers.
 */
import { readClient } from "../../identity/applications/client.ts";
import { readGrantable } from "../../identity/audiences.ts";
import type { Instance } from "../../identity/instance.ts";
import type { Database } from "../../storage/database.ts";
import { isInAudience, mayCarryManagement } from "../audience.ts";
import { audienceScope } from "../scopes.ts";
import type { Trace } from "./trace.ts";
import type { Verdict } from "./verdict.ts";

export interface IntrospectionCaller {
  readonly applicationId: string;
  readonly projectId: string;
  /** A public application may not introspect. */
  readonly isPublic: boolean;
  readonly isActive: boolean;
}

export const introspectionReasons = {
  not_an_access_token: "Introspection is for access tokens, and this is none",
  token_not_active: "The token itself does not count, or cannot be known to, whoever asks",
  caller_public:
    "An application with the method pkce cannot introspect. Give it a secret or a key, or use one of the type API",
  caller_not_active: "The application is not active, so it cannot ask",
  scope_missing:
    "Neither the application nor its project is in the audience. Ask for the audience scope together with the token",
  caller_not_listed:
    "Neither the application nor its project is in the audience, and the audience scope would be dropped: the project has to list who asks for the token as a caller, and has to let its user in",
} as const satisfies Record<string, string>;

export type IntrospectionReason = keyof typeof introspectionReasons;
export const introspectionReasonNames = Object.keys(introspectionReasons) as readonly IntrospectionReason[];

export interface IntrospectionAnswer {
  readonly active: boolean;
  readonly reason: IntrospectionReason | undefined;
  /** The scope that puts the project of the one who asks into the audience, where that is what is missing. */
  readonly scope: string | undefined;
}

export async function introspectionFor(
  db: Database,
  instance: Instance,
  {
    trace,
    verdict,
    caller,
  }: { readonly trace: Trace; readonly verdict: Verdict; readonly caller: IntrospectionCaller },
): Promise<IntrospectionAnswer> {
  const { presented } = trace;
  const isAccess =
    presented.kind !== "id_token" && presented.kind !== "refresh_token" && presented.kind !== "authorization_code";
  if (!isAccess) return refused("not_an_access_token");
  if (verdict.active !== true) return refused("token_not_active");
  if (caller.isPublic) return refused("caller_public");
  if (!caller.isActive) return refused("caller_not_active");
  if (isInAudience(verdict.audience, caller)) return { active: true, reason: undefined, scope: undefined };
  const scope = audienceScope(caller.projectId);
  return {
    ...refused((await couldName(db, instance, trace, caller.projectId)) ? "scope_missing" : "caller_not_listed"),
    scope,
  };
}

function refused(reason: IntrospectionReason): IntrospectionAnswer {
  return { active: false, reason, scope: undefined };
}

/** As it is decided when tokens are made. Signet's own project has a rule of its own, which is not about lists. */
async function couldName(
  db: Database,
  instance: Instance,
  { application, user }: Trace,
  projectId: string,
): Promise<boolean> {
  if (projectId === instance.projectId) {
    const client = application && (await readClient(db, application.id));
    return client === undefined || mayCarryManagement(client.application, instance);
  }
  const asker =
    application === undefined
      ? ({ kind: "service_user", userId: user.id } as const)
      : ({ kind: "application", applicationId: application.id, userId: user.id } as const);
  return (await readGrantable(db, asker, [projectId])).audience.has(projectId);
}
