/** What other organizations granted to this one. */
import { IconFolderShare } from "@tabler/icons-react";
import { api, type Schemas } from "../api.ts";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { useListState } from "../parts/lists/list-state.ts";
import { paged } from "../parts/lists/paged.ts";
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { paths } from "../paths.ts";
import { grantColumns, grantStates } from "./grant-columns.tsx";
import { WaitingGrants } from "./waiting-grants.tsx";

const columns: [Column<Schemas["ProjectGrant"]>, ...Column<Schemas["ProjectGrant"]>[]] = [
  { title: "Project", cell: ({ projectName }) => projectName },
  { title: "From", wide: true, cell: ({ ownerOrganizationName }) => ownerOrganizationName },
  ...grantColumns,
];

export default function GrantedProjectsPage() {
  const organizationId = useParam("organizationId");
  const state = useListState(["createdAt"], { state: grantStates });
  const init = { params: { path: { organizationId }, query: state.query } };
  const grants = api.useInfiniteQuery("get", "/organizations/{organizationId}/received-grants", init, paged);
  return (
    <Page
      title="Granted projects"
      purpose="Projects of other organizations that people of this one may use, once an owner has accepted them. You decide who gets the granted roles."
    >
      <WaitingGrants organizationId={organizationId} />
      <DataTable
        label="Granted projects"
        list={grants}
        columns={columns}
        id={({ id }) => id}
        to={({ id }) => paths.projectGrant(id)}
        state={state}
        search="Search projects"
        empty={
          <Empty icon={IconFolderShare} title="Nothing was granted to this organization">
            Another organization can grant you a project of theirs, with some of its roles. Tell them the domain of
            yours; what they grant then shows here, and waits until you accept it.
          </Empty>
        }
      />
    </Page>
  );
}
