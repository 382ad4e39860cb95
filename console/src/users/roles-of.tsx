/** What a user may do: roles in projects, which applications ask about, and roles as a manager of Signet. */
import { ManagerRolesOf } from "../parts/managers/roles.tsx";
import { Section } from "../parts/page/section.tsx";
import { RoleAssignments } from "../parts/role-assignments/role-assignments.tsx";

export function RolesOf({ of }: { of: { userId: string } | { serviceUserId: string } }) {
  return (
    <>
      <RoleAssignments of={of} />
      <Section tone="plain" title="Manager roles" purpose="What this user may manage in Signet itself.">
        <ManagerRolesOf of={of} />
      </Section>
    </>
  );
}
