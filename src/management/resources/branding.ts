/** Branding: how the pages look on which users of an organization, or of the whole instance, sign in. */
import Type, { type TSchema } from "typebox";
import { builtInPolicies } from "../../identity/policies/kinds.ts";
import { policySchemas } from "../../identity/policies/schemas.ts";
import type { Route } from "../route.ts";
import { closed } from "../schemas.ts";
import { policyRoutes } from "./policy-routes.ts";

const { properties } = policySchemas.branding;
const orNone = (schema: TSchema): TSchema => Type.Optional(Type.Union([Type.Null(), schema]));

const branding = {
  kind: "branding",
  settings: closed(properties, { title: "BrandingSettings" }),
  given: {
    body: closed(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, orNone(schema)])), {
      title: "NewBranding",
    }),
    detail: "What is left out or null is not set: pages look there as Signet's do.",
    complete: completed,
  },
  tag: "Branding",
  title: "Branding",
} as const;

/** A branding is set as a whole: what is not said of it is Signet's own. */
function completed(given: unknown): unknown {
  const said = Object.entries(given as Record<string, unknown>).filter(([, value]) => value !== null);
  return { ...builtInPolicies.branding, ...Object.fromEntries(said) };
}

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
