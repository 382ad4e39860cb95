/** What whoever may not do something is told: what they would have to hold, and no more of it than can be read. */
import { SignetError } from "../../errors/signet-error.ts";
import type { Permission } from "./permissions.ts";

export function missingPermissions(
  permissions: readonly Permission[],
  reason = "You do not hold",
  where = "here",
): SignetError {
  const [first, second, third, ...more] = permissions;
  const named = [first, second, third].filter((name) => name !== undefined).join(", ");
  return new SignetError(
    "permission_missing",
    `${reason} ${named}${more.length > 0 ? ` and ${more.length} more permissions` : ""} ${where}`,
  );
}
