import { Page } from "../parts/page.tsx";

export default function ProjectAuditPage() {
  return <Page title="Project audit" />;
}
