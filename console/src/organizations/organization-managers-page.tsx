/** Who manages an organization. */
import { AddManager } from "../parts/managers/add.tsx";
import { Managers } from "../parts/managers/managers.tsx";
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";

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
