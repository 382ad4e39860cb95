import { Page } from "../parts/page.tsx";

export default function OrganizationBrandingPage() {
  return <Page title="Organization branding" />;
}
