/** Takes a role away as the API does, by what it is instead of by its id. */
import { listManagerRoles, type ManagerRole, removeManagerById } from "../../src/identity/managers.ts";
import { placeId } from "../../src/identity/permissions/places.ts";
import { type By, found } from "../../src/identity/resource.ts";
import type { Transaction } from "../../src/storage/database.ts";

export async function removeManager(tx: Transaction, { userId, role, place }: ManagerRole, by: By): Promise<void> {
  const held = await listManagerRoles(tx, userId);
  const meant = held.find((one) => one.role === role && placeId(one.place) === placeId(place));
  await removeManagerById(tx, found(meant, "manager", userId).id, by);
}
