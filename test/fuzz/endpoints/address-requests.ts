/**
 * Requests to the protocol's endpoints and to the pages, from the table of addresses: almost right, each wrong in its
 * own way.
 */
import { addressTable, authorizationOf, type Choice, type Recipe } from "./address-table.ts";
import { onTheWire, type SentMethod, type SentRequest } from "./request.ts";
import { spoiled, strangeText } from "./strange.ts";

const everyName = [...new Set(Object.values(addressTable).flatMap((recipes) => recipes.flatMap(Object.keys)))];
export const addresses = Object.keys(addressTable);

export function requestTo(address: string, given: Omit<Choice, "path">): SentRequest {
  const { random, material, visitor } = given;
  const [method = "GET", pattern = "/"] = address.split(" ");
  const path = pattern.replace(/:id\b|\*$/, () =>
    encodeURIComponent(random.chance(0.5) ? "A".repeat(43) : strangeText(random).toWellFormed()),
  );
  const choice = { ...given, path };
  const parameters = parametersOf(random.pick(addressTable[address] ?? [{}]), choice);
  const isForm = method === "POST";
  const query = isForm || parameters === "" ? "" : `?${parameters}`;
  return {
    method: method as SentMethod,
    url: `${path}${query}`,
    headers: {
      host: "localhost:8080",
      ...(path.startsWith("/oauth/v2/") && random.chance(0.5) ? {} : { accept: "text/html" }),
      ...(path === "/login/preview" ? { "sec-fetch-site": "same-origin" } : {}),
      ...(random.chance(0.9) ? { cookie: onTheWire(material.cookie(visitor)) } : {}),
      ...(isForm ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...authorizationOf(choice, path),
    },
    ...(isForm ? { payload: parameters } : {}),
  };
}

/** Left out, repeated, spoiled; and sometimes others that belong elsewhere. */
function parametersOf(recipe: Recipe, choice: Choice): string {
  const { random } = choice;
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(recipe)) {
    if (random.chance(0.04)) continue;
    const right = value(choice);
    const text = random.chance(0.08) ? spoiled(right, random) : right;
    pairs.push([name, text]);
    if (random.chance(0.02)) pairs.push([name, random.chance(0.5) ? text : strangeText(random)]);
  }
  if (random.chance(0.1)) pairs.push([random.pick(everyName), strangeText(random)]);
  if (random.chance(0.03)) pairs.push([strangeText(random), strangeText(random)]);
  const encoded = new URLSearchParams(pairs).toString();
  return random.chance(0.02) ? spoiled(encoded, random).toWellFormed() : encoded;
}
