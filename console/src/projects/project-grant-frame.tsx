/** A project grant, seen from either side: who has roles through it, who manages it, and what it includes. */
import { useMay } from "../may.tsx";
import { type Crumb, Page, PageSkeleton } from "../parts/page/page.tsx";
import { ProblemPage } from "../parts/page/problem.tsx";
import { RouteTabs } from "../parts/page/tabs.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { paths } from "../paths.ts";
import { useBelongsTo, useOrganization } from "../shell/current-organization.tsx";
import { isWaiting } from "./grant-answer-actions.ts";
import { GrantState } from "./grant-columns.tsx";
import { type Grant, useProjectGrant } from "./use-project-grant.ts";

export default function ProjectGrantFrame() {
  const projectGrantId = useParam("projectGrantId");
  const { grant, error, granting, received } = useProjectGrant(projectGrantId);
  const may = useMay({ projectGrantId });
  const { organization } = useOrganization();
  // Whoever manages both organizations stays in the one they come from.
  useBelongsTo(organization?.id === grant?.ownerOrganizationId ? grant?.ownerOrganizationId : grant?.organizationId);
  if (error !== null) return <ProblemPage problem={error} />;
  if (grant === undefined || granting === undefined) return <PageSkeleton />;
  const at = paths.projectGrant(projectGrantId);
  const waiting = isWaiting(grant);
  return (
    <Page
      title={received ? grant.projectName : `Grant to ${grant.organizationName}`}
      purpose={
        received
          ? `Granted to ${grant.organizationName} by ${grant.ownerOrganizationName}${waiting ? "." : ". Managers here decide who of its people gets the roles."}`
          : `What ${grant.organizationName} may use of ${grant.projectName}.`
      }
      crumbs={received ? crumbsOfReceiver(grant, organization?.id) : crumbsOfOwner(grant, organization?.id)}
      beside={<GrantState grant={grant} />}
    >
      <RouteTabs
        label="Parts of the grant"
        tabs={[
          { label: "Answer", to: at, exact: true, hidden: !waiting },
          { label: "Who has roles", to: at, exact: true, hidden: waiting || !may.has("role_assignment.read") },
          { label: "Managers", to: `${at}/managers`, hidden: waiting || !may.has("project_grant_manager.read") },
          { label: "Settings", to: `${at}/settings` },
        ]}
      />
    </Page>
  );
}

function crumbsOfReceiver({ organizationId }: Grant, here: string | undefined): Crumb[] {
  return here === organizationId ? [{ label: "Granted projects", to: paths.grantedProjects(organizationId) }] : [];
}

function crumbsOfOwner({ projectId, projectName, ownerOrganizationId }: Grant, here: string | undefined): Crumb[] {
  return [
    ...(here === ownerOrganizationId ? [{ label: "Projects", to: paths.projects(ownerOrganizationId) }] : []),
    { label: projectName, to: paths.project(projectId) },
    { label: "Grants", to: `${paths.project(projectId)}/grants` },
  ];
}
