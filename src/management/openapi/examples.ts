/**
 * An example of what a schema describes, for the reference: what must be there, and no more. A schema may bring its
 * own.
 */
import { builtInPolicies } from "../../identity/policies/kinds.ts";
import { referredName, type Schema } from "./document.ts";

type Schemas = ReadonlyMap<string, Schema>;

const AN_ID = "019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d";
const A_TIME = "2030-01-31T09:30:00.000Z";

/** Where what must be there is not what one would send. By the title of the schema. */
export const wholeExamples: Readonly<Record<string, unknown>> = {
  NewOrganization: { name: "Acme", domain: "acme.example" },
  OrganizationChange: { name: "Acme" },
  InstanceChange: { name: "Acme sign-in" },
  NewProjectGrant: { organizationDomain: "partner.example", roleKeys: ["editor"] },
  NewUser: { userName: "ada", profile: { givenName: "Ada", familyName: "Lovelace" }, email: "ada@mail.example" },
  NewServiceUser: { userName: "nightly-export" },
  ServiceUserChange: { description: "Copies the customers to the warehouse" },
  NewCredentialKey: { expiresAt: A_TIME },
  ThrottlingBoundsPolicySettings: builtInPolicies.throttlingBounds,
  NewBranding: {
    ...{
      primaryColor: "#2456c5",
      backgroundColor: "#ffffff",
      darkPrimaryColor: "#8fb0ff",
      darkBackgroundColor: "#121212",
    },
    ...{
      termsUrl: "https://acme.example/terms",
      privacyUrl: "https://acme.example/privacy",
      helpUrl: "https://acme.example/help",
    },
    hideSignetName: false,
  },
  // The smallest PNG there is: one pixel.
  BrandingImageUpload: {
    data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  },
  NewPersonalAccessToken: {
    name: "Nightly export",
    scopes: ["openid", "urn:service:iam:org:project:id:service:aud"],
    expiresAt: A_TIME,
  },
};

/** What a text is called says more about it than its schema. */
const texts: Readonly<Record<string, string>> = {
  name: "Customer portal",
  displayName: "Editor",
  userName: "ada",
  loginName: "ada@acme.example",
  givenName: "Ada",
  familyName: "Lovelace",
  email: "ada@mail.example",
  phone: "+41446681800",
  password: "correct horse battery staple",
  domain: "acme.example",
  value: "premium",
  token: "the token that you ask about",
  to: "ada@mail.example",
  key: "editor",
  roleKeys: "editor",
  group: "content",
  preferredLanguage: "en",
  redirectUris: "https://app.example/callback",
  postLogoutRedirectUris: "https://app.example/signed-out",
};

const endings: readonly (readonly [RegExp, string])[] = [
  [/(^i|I)ds?$/, AN_ID],
  [/Url$/, "https://acme.example/"],
];

const formats: Readonly<Record<string, string>> = {
  "date-time": A_TIME,
  date: A_TIME.slice(0, 10),
  email: "ada@mail.example",
  uri: "https://app.example/",
  url: "https://app.example/",
  uuid: AN_ID,
};

/** What holds where nobody has decided: the least that is allowed would be a bad example. */
const usualNumbers = new Map(numbersIn(builtInPolicies));

function numbersIn(settings: object): [string, number][] {
  return Object.entries(settings).flatMap(([name, value]): [string, number][] => {
    if (typeof value === "number") return [[name, value]];
    return typeof value === "object" && value !== null ? numbersIn(value) : [];
  });
}

/** `name`: of the property that it is for. */
export function exampleOf(schema: Schema, schemas: Schemas, name = ""): unknown {
  const referred = referredName(schema);
  if (referred !== undefined) return exampleOf(schemas.get(referred) ?? {}, schemas, name);
  const whole = wholeExamples[schema.title ?? ""];
  if (whole !== undefined) return whole;
  const [given] = schema.examples ?? schema.enum ?? [];
  if (given !== undefined) return given;
  if (schema.const !== undefined) return schema.const;
  const alternative = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== "null");
  if (alternative !== undefined) return exampleOf(alternative, schemas, name);
  switch (schema.type) {
    case "object":
      return exampleObject(schema, schemas);
    case "array":
      return [exampleOf(schema.items ?? {}, schemas, name)];
    case "integer":
    case "number":
      return usualNumbers.get(name) ?? schema.minimum ?? 1;
    case "boolean":
      return true;
    case "string":
      return exampleText(schema, name);
    default:
      return null;
  }
}

/** A change has nothing that must be there, and would do nothing without anything. */
function exampleObject({ properties = {}, required = [] }: Schema, schemas: Schemas): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name], index) => required.includes(name) || (required.length === 0 && index === 0),
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas, name)]));
}

function exampleText({ format = "", maxLength = 4096 }: Schema, name: string): string {
  const text = formats[format] ?? texts[name] ?? endings.find(([ending]) => ending.test(name))?.[1] ?? "text";
  return text.slice(0, maxLength);
}
