/** An application: what it is called, what kind it is, its client id, and a tab for each part of it. */
import { Badge, Group, Text } from "@mantine/core";
import "./applications.css";
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import { Page, PageSkeleton } from "../parts/page/page.tsx";
import { ProblemPage } from "../parts/page/problem.tsx";
import { RouteTabs } from "../parts/page/tabs.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { CopyValue } from "../parts/values/copy.tsx";
import { State } from "../parts/values/state.tsx";
import { paths } from "../paths.ts";
import { useBelongsTo, useOrganization } from "../shell/current-organization.tsx";
import { kinds } from "./kinds.ts";
import { ProfileUnread } from "./profile-unread.tsx";
import { useApplication } from "./use-application.ts";

export default function ApplicationFrame() {
  const applicationId = useParam("applicationId");
  const { data: application, error } = useApplication();
  const projectId = application?.projectId ?? "";
  const { data: project } = api.useQuery(
    "get",
    "/projects/{projectId}",
    { params: { path: { projectId } } },
    { enabled: projectId !== "" },
  );
  const may = useMay({ applicationId });
  const { organization } = useOrganization();
  useBelongsTo(project?.organizationId);
  if (error !== null) return <ProblemPage problem={error} />;
  if (application === undefined) return <PageSkeleton />;
  const at = paths.application(applicationId);
  const signsIn = application.type !== "api";
  const seesOrganization = project !== undefined && organization?.id === project.organizationId;
  return (
    <Page
      title={application.name}
      crumbs={[
        ...(seesOrganization ? [{ label: "Projects", to: paths.projects(project.organizationId) }] : []),
        ...(project === undefined ? [] : [{ label: project.name, to: paths.project(project.id) }]),
      ]}
      beside={
        <>
          <Badge variant="default">{kinds[application.type].label}</Badge>
          <State state={application.state} />
        </>
      }
      purpose={
        <Group gap="xs" component="span">
          <Text span inherit>
            Client id
          </Text>
          <CopyValue value={application.clientId} what="client id" />
        </Group>
      }
    >
      <ProfileUnread application={application} />
      <RouteTabs
        label="Parts of the application"
        tabs={[
          { label: "Settings", to: at, exact: true },
          { label: "Tokens", to: `${at}/tokens`, hidden: !signsIn },
          {
            label: "Credentials",
            to: `${at}/credentials`,
            hidden: !may.has("application_key.read") && application.authMethod === "private_key_jwt",
          },
          { label: "Code", to: `${at}/code` },
          { label: "Try it", to: `${at}/try`, hidden: !signsIn },
        ]}
      />
    </Page>
  );
}
