/** How the pages look on which people of an organization sign in. */
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { BrandingWithPreview } from "./branding.tsx";

export default function OrganizationBrandingPage() {
  const organizationId = useParam("organizationId");
  return (
    <Page
      title="Branding"
      purpose="How the pages look on which people sign in to this organization's applications, and to their account."
    >
      <BrandingWithPreview key={organizationId} place={{ organizationId }} />
    </Page>
  );
}
