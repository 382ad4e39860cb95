/** Who manages an organization. */
import { AddManager } from "../parts/manager-add.tsx";
import { Managers } from "../parts/managers.tsx";
import { Page } from "../parts/page.tsx";
import { useParam } from "../parts/use-param.ts";

export default function OrganizationManagersPage() {
  const organizationId = useParam("organizationId");
  const of = { organizationId };
  return (
    <Page
      title="Managers"
      purpose="People and service users who look after this organization: all of it, or one part."
      action={<AddManager of={of} />}
    >
      <Managers of={of} withoutAction />
    </Page>
  );
}
