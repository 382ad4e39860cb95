import { Page } from "../parts/page.tsx";

export default function OrganizationManagersPage() {
  return <Page title="Organization managers" />;
}
