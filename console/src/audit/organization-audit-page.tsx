import { Page } from "../parts/page.tsx";

export default function OrganizationAuditPage() {
  return <Page title="Organization audit" />;
}
