/** A project: its name, its state, and a tab for each part of it. */
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import { Page, PageSkeleton } from "../parts/page/page.tsx";
import { ProblemPage } from "../parts/page/problem.tsx";
import { RouteTabs } from "../parts/page/tabs.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { State } from "../parts/values/state.tsx";
import { paths } from "../paths.ts";
import { useBelongsTo, useOrganization } from "../shell/current-organization.tsx";

export default function ProjectFrame() {
  const projectId = useParam("projectId");
  const { data: project, error } = api.useQuery("get", "/projects/{projectId}", { params: { path: { projectId } } });
  const may = useMay({ projectId });
  const { organization } = useOrganization();
  useBelongsTo(project?.organizationId);
  if (error !== null) return <ProblemPage problem={error} />;
  if (project === undefined) return <PageSkeleton />;
  const at = paths.project(projectId);
  const crumbs =
    organization?.id === project.organizationId
      ? [{ label: "Projects", to: paths.projects(project.organizationId) }]
      : [];
  return (
    <Page title={project.name} crumbs={crumbs} beside={<State state={project.state} />}>
      <RouteTabs
        label="Parts of the project"
        tabs={[
          { label: "Applications", to: at, exact: true, hidden: !may.has("application.read") },
          { label: "Roles", to: `${at}/roles`, hidden: !may.has("project_role.read") },
          { label: "Who has roles", to: `${at}/role-assignments`, hidden: !may.has("role_assignment.read") },
          { label: "Grants", to: `${at}/grants`, hidden: !may.has("project_grant.read") },
          { label: "Callers", to: `${at}/callers` },
          { label: "Managers", to: `${at}/managers`, hidden: !may.has("project_manager.read") },
          { label: "Audit log", to: `${at}/audit`, hidden: !may.has("event.read") },
          { label: "Settings", to: `${at}/settings` },
        ]}
      />
    </Page>
  );
}
