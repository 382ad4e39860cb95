/**
 * Who may give a manager role, and to whom; taking one away asks for the same. Only the start of an instance and a way
 * back for its owner (bootstrap.ts, recover.ts), and whoever makes a project that nobody else would manage, give one
 * without being asked.
 */
import type { Database, Transaction } from "../storage/database.ts";
import {
  addManager,
  findManager,
  listManagerRoles,
  type NewManager,
  organizationOf,
  removeManagerById,
} from "./managers.ts";
import { mayGive } from "./permissions/ceiling.ts";
import { permissionsAt } from "./permissions/may.ts";
import { missingPermissions } from "./permissions/missing.ts";
import type { Permission } from "./permissions/permissions.ts";
import { type Place, placeId } from "./permissions/places.ts";
import type { Role } from "./permissions/roles.ts";
import { type By, unknownResource } from "./resource.ts";
import { readUser } from "./users/users.ts";

export interface Giver {
  readonly userId: string;
  /** All that they may do at the place where the role counts. */
  readonly permissions: ReadonlySet<Permission>;
}

export async function giveRole(tx: Transaction, giver: Giver, given: NewManager, by: By) {
  refuseOverCeiling(giver, given.role);
  await refuseStranger(tx, giver, given);
  return addManager(tx, given, by);
}

/** Nothing happens where there is no such role at that place. */
export async function takeRole(
  tx: Transaction,
  taker: Giver,
  { managerId, place }: { managerId: string; place: Place },
  by: By,
): Promise<void> {
  const manager = await findManager(tx, managerId);
  if (manager === undefined || !isSamePlace(manager.place, place)) return;
  refuseOverCeiling(taker, manager.role);
  await removeManagerById(tx, manager.id, by);
}

function refuseOverCeiling({ permissions }: Giver, role: Role): void {
  const ceiling = mayGive(permissions, role);
  if (!ceiling.allowed)
    throw missingPermissions(ceiling.missing, `${role} is out of your reach, because you do not hold`);
}

/**
 * Any user may manage any place. But the answer says who they are, and their own organization's managers can touch
 * their account only as far as the take-over rule lets them from then on. So whoever gives a role must see the user
 * where they belong, unless they belong to the organization of the place, or manage the place already.
 */
async function refuseStranger(db: Database, giver: Giver, { userId, place }: NewManager): Promise<void> {
  const user = await readUser(db, userId);
  if (user.organizationId === (await organizationOf(db, place))) return;
  const held = await permissionsAt(db, giver.userId, { level: "user", userId });
  if (held.has(user.kind === "human" ? "user.read" : "service_user.read")) return;
  const managed = await listManagerRoles(db, userId);
  if (!managed.some((other) => isSamePlace(other.place, place))) throw unknownResource("user", userId);
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.level === other.level && placeId(one) === placeId(other);
}
