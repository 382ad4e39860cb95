/** All that happened in an organization. */
import { Events } from "../parts/events/events.tsx";
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";

export default function OrganizationAuditPage() {
  const organizationId = useParam("organizationId");
  return (
    <Page
      title="Audit log"
      purpose="What happened in this organization, and to its users and projects: who did it, when, and to what."
    >
      <Events at={{ organizationId }} />
    </Page>
  );
}
