/** The projects of an organization. */
import { Skeleton, TextInput } from "@mantine/core";
import { IconApps } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, changed, client, type Schemas } from "../api.ts";
import { May, useMay } from "../may.tsx";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { useListState } from "../parts/lists/list-state.ts";
import { paged } from "../parts/lists/paged.ts";
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";

const columns: [Column<Schemas["Project"]>, ...Column<Schemas["Project"]>[]] = [
  { title: "Name", sort: "name", cell: (project) => project.name },
  { title: "State", cell: (project) => <State state={project.state} /> },
  { title: "Created", sort: "createdAt", wide: true, cell: (project) => <When at={project.createdAt} /> },
];

export default function ProjectsPage() {
  const organizationId = useParam("organizationId");
  const may = useMay({ organizationId });
  const create = (
    <May at={{ organizationId }} permission="project.create">
      <NewProject organizationId={organizationId} />
    </May>
  );
  const empty = (
    <Empty icon={IconApps} title="No projects yet" action={create}>
      Create one for each product of yours. Its applications share roles, and can be granted to other organizations
      together.
    </Empty>
  );
  // Whoever may only create projects is answered with a list of those that are theirs.
  const List = may.has("project.read") || !may.has("project.create") ? AllProjects : OwnProjects;
  return (
    <Page
      title="Projects"
      purpose="A project holds the applications that belong together, and the roles people have in them."
      action={create}
    >
      {may.isLoaded ? (
        <List organizationId={organizationId} empty={empty} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Loading" />
      )}
    </Page>
  );
}

interface ListProps {
  readonly organizationId: string;
  readonly empty: ReactNode;
}

function AllProjects({ organizationId, empty }: ListProps) {
  const state = useListState(["name", "createdAt"], { state: ["active", "inactive"] });
  const init = { params: { path: { organizationId }, query: state.query } };
  const projects = api.useInfiniteQuery("get", "/organizations/{organizationId}/projects", init, paged);
  return (
    <DataTable
      label="Projects"
      list={projects}
      columns={columns}
      id={(project) => project.id}
      to={(project) => paths.project(project.id)}
      state={state}
      search="Search projects"
      empty={empty}
    />
  );
}

interface OwnProject {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

const ownColumns: [Column<OwnProject>, ...Column<OwnProject>[]] = [
  { title: "Name", cell: ({ name }) => name },
  { title: "You are", cell: ({ title }) => title },
];

/** Those of the organization in which one has a manager role. */
function OwnProjects({ organizationId, empty }: ListProps) {
  const me = useQuery(api.queryOptions("get", "/me"));
  const items = me.data?.managerRoles.flatMap(({ title, place: { level, id, name, organizationId: owner } }) =>
    level === "project" && id !== null && owner === organizationId ? [{ id, name, title }] : [],
  );
  return (
    <DataTable
      label="Your projects"
      list={{ data: items === undefined ? undefined : { items }, error: me.error, refetch: me.refetch }}
      columns={ownColumns}
      id={({ id }) => id}
      to={({ id }) => paths.project(id)}
      empty={empty}
    />
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
          {(form) => (
            <TextInput label="Name" placeholder="Acme CRM" required data-autofocus {...form.getInputProps("name")} />
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}
