import { Page } from "../parts/page.tsx";

export default function OrganizationsPage() {
  return <Page title="Organizations" />;
}
