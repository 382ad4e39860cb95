import { Page } from "../parts/page.tsx";

export default function ProjectRoleAssignmentsPage() {
  return <Page title="Project role assignments" />;
}
