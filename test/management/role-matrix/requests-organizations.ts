/** Requests to organizations. */
import { randomUUID } from "node:crypto";
import { setMetadata } from "../../../src/identity/metadata.ts";
import { roles } from "../../../src/identity/permissions/roles.ts";
import { by } from "../../support/world.ts";
import { type Call, nothing, type Prepare, type Prepared, setState } from "./prepare.ts";
import { pictureRequests, policyRequests } from "./requests-instance.ts";

const organization = "/organizations/:organizationId";

/** Only managers of the instance may, so it need not be one that others are managers of. */
async function freshOrganization({ grounds: { make }, caller }: Call): Promise<Prepared> {
  return caller === undefined ? {} : { id: await make.organization() };
}

/** A new one of which the caller is the same manager: nobody lives there who manages the instance. */
async function freshlyManaged(call: Call): Promise<Prepared> {
  const { id } = await freshOrganization(call);
  const { userId, held } = call.caller ?? {};
  if (id !== undefined && userId !== undefined && held !== undefined && roles[held.role].level === "organization") {
    await call.grounds.make.manager(userId, held.role, { level: "organization", organizationId: id });
  }
  return id === undefined ? {} : { id };
}

const metadata: Prepare = async ({ grounds: { make }, id }) => {
  const key = `key-${randomUUID()}`;
  await make.run((tx) => setMetadata(tx, { kind: "organization", id }, { key, value: "here" }, by));
  return { params: { key } };
};

const waitingGrant: Prepare = async ({ grounds: { make }, place }) => ({
  params: { projectGrantId: await make.grantTo(place.organization ?? "home") },
});

export const organizationRequests: Readonly<Record<string, Prepare>> = {
  "GET /organizations": nothing,
  "POST /organizations": () => ({ body: { name: "New", domain: `${randomUUID()}.example` } }),
  [`GET ${organization}`]: nothing,
  [`PATCH ${organization}`]: ({ place }) => ({ body: { name: `Renamed ${place.name}` } }),
  [`POST ${organization}/activate`]: async (call) => {
    const { id } = await freshOrganization(call);
    if (id !== undefined) await call.grounds.make.run((tx) => setState(tx, "organizations", id, "inactive"));
    return id === undefined ? {} : { id };
  },
  [`POST ${organization}/deactivate`]: freshlyManaged,
  [`DELETE ${organization}`]: freshOrganization,
  [`GET ${organization}/managers`]: nothing,
  [`POST ${organization}/managers`]: async ({ grounds: { make }, place }) => ({
    body: { userId: await make.human(place.organization ?? "home", { plain: true }), role: "ORG_OWNER_VIEWER" },
  }),
  [`DELETE ${organization}/managers/:managerId`]: async ({ grounds: { make }, place, id }) => {
    const userId = await make.human(place.organization ?? "home");
    return {
      params: {
        managerId: await make.manager(userId, "ORG_OWNER_VIEWER", { level: "organization", organizationId: id }),
      },
    };
  },
  [`GET ${organization}/metadata`]: nothing,
  [`PUT ${organization}/metadata/:key`]: () => ({ params: { key: "place" }, body: { value: "here" } }),
  [`DELETE ${organization}/metadata/:key`]: metadata,
  ...policyRequests(`${organization}/branding`, "branding"),
  ...pictureRequests(`${organization}/branding/images`),
  [`GET ${organization}/policies`]: nothing,
  ...policyRequests(`${organization}/policies/password`, "password"),
  ...policyRequests(`${organization}/policies/registration`, "registration"),
  [`GET ${organization}/policies/registration/admits`]: nothing,
  ...policyRequests(`${organization}/policies/sessions`, "sessions"),
  ...policyRequests(`${organization}/policies/throttling`, "throttling"),
  ...policyRequests(`${organization}/policies/secondFactor`, "secondFactor"),
  ...policyRequests(`${organization}/policies/account`, "account"),
  ...policyRequests(`${organization}/policies/languages`, "languages"),
  [`GET ${organization}/users`]: nothing,
  [`POST ${organization}/users`]: () => ({ body: { userName: `new-${randomUUID()}` } }),
  [`GET ${organization}/service-users`]: nothing,
  [`POST ${organization}/service-users`]: () => ({ body: { userName: `new-${randomUUID()}` } }),
  [`GET ${organization}/projects`]: nothing,
  [`POST ${organization}/projects`]: () => ({ body: { name: "New" } }),
  [`GET ${organization}/received-grants`]: nothing,
  [`POST ${organization}/received-grants/:projectGrantId/accept`]: waitingGrant,
  [`POST ${organization}/received-grants/:projectGrantId/refuse`]: waitingGrant,
  [`GET ${organization}/events`]: nothing,
  [`GET ${organization}/events/export`]: () => ({ query: { type: "project" } }),
  [`GET ${organization}/usage`]: nothing,
};
