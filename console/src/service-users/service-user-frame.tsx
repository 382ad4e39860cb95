/** A service user: its name, its state, and a tab for each part. */
import { useMay } from "../may.tsx";
import { Page, PageSkeleton } from "../parts/page/page.tsx";
import { ProblemPage } from "../parts/page/problem.tsx";
import { RouteTabs } from "../parts/page/tabs.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { State } from "../parts/values/state.tsx";
import { paths } from "../paths.ts";
import { useBelongsTo } from "../shell/current-organization.tsx";
import { LivesAt } from "../users/lives-at.tsx";
import { SparedNote } from "../users/spared.tsx";
import { useServiceUser } from "./use-service-user.ts";

export default function ServiceUserFrame() {
  const serviceUserId = useParam("serviceUserId");
  const { data: serviceUser, error } = useServiceUser();
  const may = useMay({ serviceUserId });
  useBelongsTo(serviceUser?.organizationId);
  if (error !== null) return <ProblemPage problem={error} />;
  if (serviceUser === undefined) return <PageSkeleton />;
  const { name, loginName, organizationId, state } = serviceUser;
  const at = paths.serviceUser(serviceUserId);
  return (
    <Page
      title={name}
      crumbs={[{ label: "Service users", to: paths.serviceUsers(organizationId) }]}
      beside={<State state={state} />}
      purpose={<LivesAt loginName={loginName} organizationId={organizationId} />}
    >
      <SparedNote of={{ serviceUserId }} organizationId={organizationId} />
      <RouteTabs
        label="Parts of the service user"
        tabs={[
          { label: "General", to: at, exact: true },
          { label: "Credentials", to: `${at}/credentials`, hidden: !may.has("service_user_key.read") },
          { label: "Roles", to: `${at}/roles`, hidden: !may.has("role_assignment.read") },
          { label: "Metadata", to: `${at}/metadata`, hidden: !may.has("user_metadata.read") },
          { label: "Activity", to: `${at}/activity`, hidden: !may.has("event.read") },
        ]}
      />
    </Page>
  );
}
