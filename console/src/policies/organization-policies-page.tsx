import { Page } from "../parts/page.tsx";

export default function OrganizationPoliciesPage() {
  return <Page title="Organization policies" />;
}
