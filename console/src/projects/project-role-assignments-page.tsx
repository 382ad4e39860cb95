/** Who has which roles in a project. */
import { RoleAssignments } from "../parts/role-assignments.tsx";
import { useParam } from "../parts/use-param.ts";

export default function ProjectRoleAssignmentsPage() {
  return <RoleAssignments of={{ projectId: useParam("projectId") }} />;
}
