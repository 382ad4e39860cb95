import type { FastifyRequest } from "fastify";
import type { Client } from "../../identity/applications/client.ts";
import type { By } from "../../identity/resource.ts";
import { grantScopes, mayCarryManagement } from "../../tokens/audience.ts";
import type { MachineServices } from "../machine-services.ts";
import type { Parameters } from "../parameters.ts";
import type { IssueServices, TokenResponse } from "../token-response.ts";

export interface TokenRequest {
  readonly request: FastifyRequest;
  readonly form: Parameters;
  readonly services: MachineServices;
  /** Told as soon as it is known, before anything is checked, so that a refusal is counted for them. */
  readonly countRefusalFor: (organizationId: string | undefined) => void;
}

/** One way to get tokens: authenticates the client, spends what was presented, and answers. */
export type Grant = (request: TokenRequest) => Promise<TokenResponse>;

export async function issueServices({ storage, tokens, instance }: MachineServices): Promise<IssueServices> {
  return { db: storage.db, tokens, serviceProjectId: (await instance()).projectId };
}

/** Tokens for an application: for its organization, and whether there is something it could read with them. */
export function countTokens(
  { usage }: MachineServices,
  kind: "token.code" | "token.refresh",
  { application, organizationId }: Client,
  scopes: readonly string[],
): void {
  usage.count(kind, organizationId);
  if (scopes.some((scope) => PERSONAL_SCOPES.has(scope))) usage.note("tokens", application.id);
}

/** Their claims are read with the access token, unless the application has them inside the ID token. */
const PERSONAL_SCOPES: ReadonlySet<string> = new Set(["profile", "email", "phone", "address"]);

export function byApplication(id: string, request: FastifyRequest): By {
  return { actor: { kind: "application", id }, requestId: request.id };
}

/**
 * What is left of the scopes of a session: since it was opened, a project may no longer let itself be named, a grant
 * may have been left, or the application's access to management taken away. `client` was read together with the
 * session.
 */
export async function stillGranted(
  services: MachineServices,
  client: Client,
  scopes: readonly string[],
): Promise<readonly string[]> {
  const instance = await services.instance();
  const { application, session } = client;
  return grantScopes(services.storage.db, {
    scopes,
    asker: { kind: "application", applicationId: application.id, userId: session?.userId ?? "" },
    mayManage: mayCarryManagement(application, instance),
    serviceProjectId: instance.projectId,
  });
}
