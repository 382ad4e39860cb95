/** POST /oauth/v2/token: one grant a file; this is the table of them. */
import type { App } from "../http/app.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import { endpoints } from "./discovery.ts";
import { OauthError } from "./errors.ts";
import { authorizationCode } from "./grants/authorization-code.ts";
import { clientCredentials } from "./grants/client-credentials.ts";
import type { Grant } from "./grants/grant.ts";
import { JWT_BEARER, jwtBearer } from "./grants/jwt-bearer.ts";
import { refreshToken } from "./grants/refresh-token.ts";
import type { MachineServices } from "./machine-services.ts";
import { formOf } from "./parameters.ts";

/** By the name in grant_type. */
export const grants: ReadonlyMap<string, Grant> = new Map([
  ["authorization_code", authorizationCode],
  ["refresh_token", refreshToken],
  ["client_credentials", clientCredentials],
  [JWT_BEARER, jwtBearer],
]);

export function addToken(app: App, services: MachineServices): void {
  app.post(endpoints.token, allowAnyOrigin(app, endpoints.token, ["POST"]), async (request) => {
    const form = formOf(request).once();
    const grant = grants.get(form.required("grant_type"));
    if (grant === undefined) {
      throw new OauthError("unsupported_grant_type", `grant_type must be one of ${[...grants.keys()].join(", ")}.`);
    }
    let organizationId: string | undefined;
    const countRefusalFor = (known: string | undefined) => {
      organizationId = known;
    };
    return grant({ request, form, services, countRefusalFor }).catch((error: unknown) => {
      if (error instanceof OauthError && organizationId !== undefined)
        services.usage.count("token.refused", organizationId);
      throw error;
    });
  });
}
