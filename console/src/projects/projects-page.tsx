/** The projects of an organization. */
import { TextInput } from "@mantine/core";
import { IconApps } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api, changed, client, type Schemas } from "../api.ts";
import { ApiForm } from "../parts/api-form.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { DialogButton } from "../parts/dialog.tsx";
import { Empty } from "../parts/empty.tsx";
import { useListState } from "../parts/list-state.ts";
import { May } from "../parts/may.tsx";
import { Page } from "../parts/page.tsx";
import { paged } from "../parts/paged.ts";
import { State } from "../parts/state.tsx";
import { useParam } from "../parts/use-param.ts";
import { When } from "../parts/when.tsx";
import { paths } from "../paths.ts";

const columns: [Column<Schemas["Project"]>, ...Column<Schemas["Project"]>[]] = [
  { title: "Name", sort: "name", cell: (project) => project.name },
  { title: "State", cell: (project) => <State state={project.state} /> },
  { title: "Created", sort: "createdAt", wide: true, cell: (project) => <When at={project.createdAt} /> },
];

export default function ProjectsPage() {
  const organizationId = useParam("organizationId");
  const state = useListState(["name", "createdAt"], { state: ["active", "inactive"] });
  const projects = api.useInfiniteQuery(
    "get",
    "/organizations/{organizationId}/projects",
    { params: { path: { organizationId }, query: state.query } },
    paged,
  );
  const create = (
    <May at={{ organizationId }} permission="project.create">
      <NewProject organizationId={organizationId} />
    </May>
  );
  return (
    <Page
      title="Projects"
      purpose="A project holds the applications that belong together, and the roles people have in them."
      action={create}
    >
      <DataTable
        label="Projects"
        list={projects}
        columns={columns}
        id={(project) => project.id}
        to={(project) => paths.project(project.id)}
        state={state}
        search="Search projects"
        empty={
          <Empty icon={IconApps} title="No projects yet" action={create}>
            Create one for each product of yours. Its applications share roles, and can be granted to other organizations together.
          </Empty>
        }
      />
    </Page>
  );
}

function NewProject({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate();
  return (
    <DialogButton label="Create project">
      {(close) => (
        <ApiForm
          initial={{ name: "" }}
          submit="Create project"
          onCancel={close}
          save={async (body) => {
            const project = await changed(
              client.POST("/organizations/{organizationId}/projects", { params: { path: { organizationId } }, body }),
            );
            await navigate({ to: paths.project(project.id) });
          }}
        >
          {(form) => <TextInput label="Name" placeholder="Acme CRM" required data-autofocus {...form.getInputProps("name")} />}
        </ApiForm>
      )}
    </DialogButton>
  );
}
