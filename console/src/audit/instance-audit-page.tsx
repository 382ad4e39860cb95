import { Page } from "../parts/page.tsx";

export default function InstanceAuditPage() {
  return <Page title="Instance audit" />;
}
