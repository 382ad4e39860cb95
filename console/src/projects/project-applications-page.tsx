/** The applications of a project: what people sign in to, and APIs that ask about tokens. */
import { Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconAppWindow, IconPlus } from "@tabler/icons-react";
import { Link, Navigate } from "@tanstack/react-router";
import { api } from "../api.ts";
import { type Application, applicationTypes, kinds, methods } from "../applications/kinds.ts";
import { May, useMay } from "../may.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { useListState } from "../parts/lists/list-state.ts";
import { paged } from "../parts/lists/paged.ts";
import { Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { CopyValue } from "../parts/values/copy.tsx";
import { State } from "../parts/values/state.tsx";
import { paths } from "../paths.ts";

const columns: [Column<Application>, ...Column<Application>[]] = [
  { title: "Name", sort: "name", cell: ({ name }) => name },
  { title: "Type", cell: ({ type }) => kinds[type].label },
  { title: "Authentication", wide: true, cell: ({ authMethod }) => methods[authMethod].label },
  { title: "Client id", wide: true, cell: ({ clientId }) => <CopyValue value={clientId} what="client id" /> },
  { title: "State", cell: (application) => <StateAndWarnings {...application} /> },
];

function StateAndWarnings({ state, warnings }: Application) {
  return (
    <Group gap="sm">
      <State state={state} />
      {warnings.length > 0 && (
        <Group gap={4} wrap="nowrap" className="tone-warn">
          <IconAlertTriangle size={14} aria-hidden />
          <Text span size="sm" inherit>
            {warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`}
          </Text>
        </Group>
      )}
    </Group>
  );
}

export default function ProjectApplicationsPage() {
  const projectId = useParam("projectId");
  const may = useMay({ projectId });
  // The first tab is this one also for those who may not see it.
  if (may.isLoaded && !may.has("application.read"))
    return <Navigate to={`${paths.project(projectId)}/roles`} replace />;
  return may.isLoaded ? <Applications projectId={projectId} /> : null;
}

function Applications({ projectId }: { projectId: string }) {
  const state = useListState(["name", "createdAt"], { type: applicationTypes, state: ["active", "inactive"] });
  const init = { params: { path: { projectId }, query: state.query } };
  const applications = api.useInfiniteQuery("get", "/projects/{projectId}/applications", init, paged);
  const create = (
    <May at={{ projectId }} permission="application.write">
      <Button component={Link} to={paths.newApplication(projectId)} leftSection={<IconPlus size={16} aria-hidden />}>
        Create application
      </Button>
    </May>
  );
  return (
    <Section
      tone="plain"
      title="Applications"
      purpose="What people sign in to with Signet, and the APIs that check tokens. Each has a client id and settings of its own."
      action={create}
    >
      <DataTable
        label="Applications"
        list={applications}
        columns={columns}
        id={({ id }) => id}
        to={({ id }) => paths.application(id)}
        state={state}
        search="Search applications"
        empty={
          <Empty icon={IconAppWindow} title="No applications yet" action={create}>
            Say what you are building, a website, a single-page or native app, or an API, and Signet proposes safe
            settings for it.
          </Empty>
        }
      />
    </Section>
  );
}
