import { Page } from "../parts/page.tsx";

export default function OrganizationSettingsPage() {
  return <Page title="Organization settings" />;
}
