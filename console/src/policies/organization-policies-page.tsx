/** What an organization decides for its own users, and what it leaves to the instance. */
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { Policies } from "./policies.tsx";

export default function OrganizationPoliciesPage() {
  const organizationId = useParam("organizationId");
  return (
    <Page
      title="Policies"
      purpose="How the people of this organization sign in. Where it decides nothing itself, it follows the instance; what it decides is never less strict than what the instance asks for."
    >
      <Policies key={organizationId} place={{ organizationId }} />
    </Page>
  );
}
