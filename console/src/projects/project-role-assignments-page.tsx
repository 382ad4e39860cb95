/** Who has which roles in a project. */
import { useParam } from "../parts/page/use-param.ts";
import { RoleAssignments } from "../parts/role-assignments/role-assignments.tsx";

export default function ProjectRoleAssignmentsPage() {
  return <RoleAssignments of={{ projectId: useParam("projectId") }} />;
}
