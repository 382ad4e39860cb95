/** The package has no types of its own; these are of what peer-server.ts uses. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Model {
    save(ttl?: number): Promise<string>;
  }
  interface GrantModel extends Model {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
  }
  type Members = Readonly<Record<string, unknown>>;

  export class Provider {
    constructor(issuer: string, configuration: Members);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    readonly Client: { find(id: string): Promise<object | undefined> };
    readonly Grant: new (
      members: Members,
    ) => GrantModel;
    readonly AccessToken: new (
      members: Members,
    ) => Model;
    readonly AuthorizationCode: new (
      members: Members,
    ) => Model;
    readonly RefreshToken: new (
      members: Members,
    ) => Model;
  }
}
