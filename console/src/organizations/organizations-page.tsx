/** The organizations of the instance, or those that one manages. */
import { IconBuilding } from "@tabler/icons-react";
import { api, type Schemas } from "../api.ts";
import { May, useMay } from "../may.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { useListState } from "../parts/lists/list-state.ts";
import { paged } from "../parts/lists/paged.ts";
import { Page } from "../parts/page/page.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";
import { NewOrganization } from "./new-organization.tsx";

type Organization = Schemas["Organization"];

const columns: [Column<Organization>, ...Column<Organization>[]] = [
  { title: "Name", sort: "name", cell: (organization) => organization.name },
  { title: "Domain", sort: "domain", wide: true, cell: (organization) => organization.domain },
  { title: "State", cell: (organization) => <State state={organization.state} /> },
  { title: "Created", sort: "createdAt", wide: true, cell: (organization) => <When at={organization.createdAt} /> },
];

export default function OrganizationsPage() {
  const state = useListState(["name", "domain", "createdAt"], { state: ["active", "inactive"] });
  const organizations = api.useInfiniteQuery("get", "/organizations", { params: { query: state.query } }, paged);
  // Everybody who manages an organization sees its settings; whoever sees projects everywhere starts where the work is.
  const startsAtProjects = useMay().has("project.read");
  const create = (
    <May permission="organization.create">
      <NewOrganization />
    </May>
  );
  return (
    <Page
      title="Organizations"
      purpose="An organization owns its users and projects: a customer, a company, a department. Choose one to work in it."
      action={create}
    >
      <DataTable
        label="Organizations"
        list={organizations}
        columns={columns}
        id={(organization) => organization.id}
        to={({ id }) => (startsAtProjects ? paths.projects(id) : paths.organizationSettings(id))}
        state={state}
        search="Search by name or domain"
        empty={
          <Empty icon={IconBuilding} title="No organizations" action={create}>
            Create one for each customer or department whose people are kept apart from others.
          </Empty>
        }
      />
    </Page>
  );
}
