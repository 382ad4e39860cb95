/** OpenID Connect Core §5.1: the type of each claim about a person, and which scope asks for which. */
import assert from "node:assert/strict";

const texts = new Set([
  "sub",
  "name",
  "given_name",
  "family_name",
  "middle_name",
  "nickname",
  "preferred_username",
  "profile",
  "picture",
  "website",
  "email",
  "gender",
  "birthdate",
  "zoneinfo",
  "locale",
  "phone_number",
]);
const truths = new Set(["email_verified", "phone_number_verified"]);
const addressParts = new Set(["formatted", "street_address", "locality", "region", "postal_code", "country"]);
const BIRTHDATE = /^(\d{4}|0000)(-\d{2}-\d{2})?$/;

/** Those that we have of each scope. */
export const scopeClaims = {
  profile: ["name", "family_name", "given_name", "nickname", "preferred_username", "picture", "locale", "updated_at"],
  email: ["email", "email_verified"],
  address: ["address"],
  phone: ["phone_number", "phone_number_verified"],
} as const;

export type ClaimScope = keyof typeof scopeClaims;

export function assertClaimTypes(claims: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(claims)) {
    assert.notEqual(value, null, name);
    if (texts.has(name)) assertText(name, value);
    if (truths.has(name)) assert.equal(typeof value, "boolean", name);
  }
  if (claims.birthdate !== undefined) assert.match(String(claims.birthdate), BIRTHDATE);
  if (claims.updated_at !== undefined) assertSeconds(claims.updated_at);
  if (claims.address !== undefined) assertAddress(claims.address);
}

function assertText(name: string, value: unknown): void {
  assert.equal(typeof value, "string", name);
  assert.ok(value !== "" && value !== "null" && value !== "undefined", `${name} is ${JSON.stringify(value)}`);
}

/** Milliseconds would be far in the future. */
function assertSeconds(value: unknown): void {
  assert.ok(
    typeof value === "number" && value > 1_000_000_000 && value < Date.now() / 1000 + 86_400,
    `updated_at is ${value}`,
  );
}

function assertAddress(value: unknown): void {
  assert.ok(typeof value === "object" && value !== null && !Array.isArray(value), "address is an object");
  for (const [name, part] of Object.entries(value)) {
    assert.ok(addressParts.has(name), name);
    assertText(`address.${name}`, part);
  }
}
