/** Who manages all of Signet. */
import { AddManager } from "../parts/managers/add.tsx";
import { Managers } from "../parts/managers/managers.tsx";
import { Page } from "../parts/page/page.tsx";

export default function InstanceManagersPage() {
  return (
    <Page
      title="Instance managers"
      purpose="People and service users whose roles count everywhere: in every organization, and for what they share."
      action={<AddManager of={{}} />}
    >
      <Managers of={{}} withoutAction />
    </Page>
  );
}
