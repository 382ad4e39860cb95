import { Page } from "../parts/page.tsx";

export default function ProjectGrantRoleAssignmentsPage() {
  return <Page title="Project grant role assignments" />;
}
