import type { FastifyRequest } from "fastify";
import type { By } from "../../identity/resource.ts";
import type { MachineServices } from "../machine-services.ts";
import type { Parameters } from "../parameters.ts";
import type { IssueServices, TokenResponse } from "../token-response.ts";

export interface TokenRequest {
  readonly request: FastifyRequest;
  readonly form: Parameters;
  readonly services: MachineServices;
}

/** One way to get tokens: authenticates the client, spends what was presented, and answers. */
export type Grant = (request: TokenRequest) => Promise<TokenResponse>;

export async function issueServices({ storage, tokens, instance }: MachineServices): Promise<IssueServices> {
  return { db: storage.db, tokens, serviceProjectId: (await instance()).projectId };
}

export function byApplication(id: string, request: FastifyRequest): By {
  return { actor: { kind: "application", id }, requestId: request.id };
}
