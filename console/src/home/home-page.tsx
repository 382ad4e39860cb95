/** Where one begins: what to do next, what one manages, and what is going on. */
import { useMay, useMe } from "../may.tsx";
import { Page, PageSkeleton } from "../parts/page/page.tsx";
import { paths } from "../paths.ts";
import { useOrganization } from "../shell/current-organization.tsx";
import { Activity } from "./activity.tsx";
import { FirstSteps } from "./first-steps.tsx";
import "./home.css";
import { ManagedPlaces } from "./managed-places.tsx";
import { RecentEvents } from "./recent-events.tsx";

export default function HomePage() {
  const me = useMe();
  const { organization, isLoaded } = useOrganization();
  const mayInOrganization = useMay(organization === undefined ? {} : { organizationId: organization.id });
  const mayInInstance = useMay();
  if (me === undefined || !isLoaded || !mayInOrganization.isLoaded || !mayInInstance.isLoaded) return <PageSkeleton />;
  const at = organization === undefined ? {} : { organizationId: organization.id };
  return (
    <Page
      title="Home"
      purpose={
        organization === undefined ? "What you manage in this Signet." : `What is going on at ${organization.name}.`
      }
    >
      {organization !== undefined && <FirstSteps key={`steps ${organization.id}`} organization={organization} />}
      <ManagedPlaces roles={me.managerRoles} />
      {mayInOrganization.has("usage.read") && (
        <Activity
          key={`activity ${organization?.id}`}
          organization={organization}
          everywhere={mayInInstance.has("usage.read")}
        />
      )}
      {mayInOrganization.has("event.read") && (
        <RecentEvents
          at={at}
          all={organization === undefined ? paths.audit : paths.organizationAudit(organization.id)}
        />
      )}
    </Page>
  );
}
