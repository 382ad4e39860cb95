/** Branding: how the pages look on which users of an organization, or of the whole instance, sign in. */
import { policySchemas } from "../../identity/policies/kinds.ts";
import type { Route } from "../route.ts";
import { closed } from "../schemas.ts";
import { policyRoutes } from "./policy-routes.ts";

const branding = {
  kind: "branding",
  settings: closed(policySchemas.branding.properties, { title: "BrandingSettings" }),
  tag: "Branding",
  title: "Branding",
} as const;

export const brandingRoutes: readonly Route[] = [
  ...policyRoutes({
    ...branding,
    at: "organization",
    path: "/organizations/:organizationId/branding",
    permissions: { read: "branding.read", write: "branding.write", reset: "branding.write" },
  }),
  ...policyRoutes({
    ...branding,
    at: "iam",
    path: "/instance/branding",
    permissions: { read: "instance.read", write: "instance.write", reset: "instance.write" },
  }),
];
