/** Requests to applications and what they prove themselves with. */
import { listSecrets } from "../../../src/identity/applications/secrets.ts";
import { addKey } from "../../../src/identity/credential-keys/store.ts";
import { by } from "../../support/world.ts";
import { publicCredential, publicKey } from "./keys.ts";
import { from, nothing, type Prepare } from "./prepare.ts";

const project = "/projects/:projectId";
const application = "/applications/:applicationId";

const newApplication = { name: "New", type: "web", redirectUris: ["https://app.example/callback"] };

const ownSecret: Prepare = async ({ grounds: { make }, id }) => {
  const [secret] = await make.run((tx) => listSecrets(tx, id));
  return { params: { secretId: secret?.id ?? "none" } };
};

const ownKey: Prepare = async ({ grounds: { make, organizations }, id }) => {
  const owner = { kind: "application", id, organizationId: organizations.home } as const;
  const key = await make.run((tx) => addKey(tx, owner, { credential: publicCredential() }, by));
  return { params: { keyId: key.id } };
};

export const applicationRequests: Readonly<Record<string, Prepare>> = {
  [`GET ${project}/applications`]: nothing,
  [`POST ${project}/applications`]: () => ({ body: newApplication }),
  [`POST ${project}/applications/check`]: () => ({ body: newApplication }),
  [`GET ${application}`]: nothing,
  [`GET ${application}/use`]: nothing,
  [`PATCH ${application}`]: () => ({ body: { name: "Changed" } }),
  [`POST ${application}/activate`]: from("applications", "inactive"),
  [`POST ${application}/deactivate`]: from("applications", "active"),
  [`DELETE ${application}`]: nothing,
  [`GET ${application}/secrets`]: nothing,
  [`POST ${application}/secrets`]: nothing,
  [`DELETE ${application}/secrets/:secretId`]: ownSecret,
  [`POST ${application}/regenerate-secret`]: nothing,
  [`GET ${application}/access`]: nothing,
  [`GET ${application}/keys`]: nothing,
  [`POST ${application}/keys`]: async () => ({ body: { publicKey: publicKey() } }),
  [`DELETE ${application}/keys/:keyId`]: ownKey,
  [`GET ${application}/refused-authentications`]: nothing,
};
