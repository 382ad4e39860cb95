/** An organization that nobody has heard of. */
import { randomUUID } from "node:crypto";
import { createOrganization } from "../../../src/identity/organizations.ts";
import type { Api } from "../../support/api.ts";
import { by } from "../../support/world.ts";

export async function newOrganization({ idp }: Api, name = "Another"): Promise<string> {
  const domain = `${randomUUID().slice(0, 13)}.example`;
  return (await idp.node.services.storage.transaction((tx) => createOrganization(tx, { name, domain }, by))).id;
}
