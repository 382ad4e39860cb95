import { Page } from "../parts/page.tsx";

export default function ProjectRolesPage() {
  return <Page title="Project roles" />;
}
