/** To which organizations a project is granted, and what they may give of it. */
import { Menu } from "@mantine/core";
import { IconFolderShare, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { api, type Schemas } from "../api.ts";
import { type HeldPermissions, useMay } from "../may.tsx";
import { DialogButton, openDialog } from "../parts/dialogs/dialog.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { useListState } from "../parts/lists/list-state.ts";
import { paged } from "../parts/lists/paged.ts";
import { Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { paths } from "../paths.ts";
import { activateGrant, deactivateGrant, takeBackGrant } from "./grant-actions.ts";
import { isWaiting } from "./grant-answer-actions.ts";
import { grantColumns, grantStates } from "./grant-columns.tsx";
import { GrantRoles, NewGrant } from "./grant-forms.tsx";

type Grant = Schemas["ProjectGrant"];

const columns: [Column<Grant>, ...Column<Grant>[]] = [
  { title: "Organization", cell: ({ organizationName }) => organizationName },
  ...grantColumns,
];

export default function ProjectGrantsPage() {
  const projectId = useParam("projectId");
  const may = useMay({ projectId });
  const state = useListState(["createdAt"], { state: grantStates });
  const { data: project } = api.useQuery("get", "/projects/{projectId}", { params: { path: { projectId } } });
  const init = { params: { path: { projectId }, query: state.query } };
  const grants = api.useInfiniteQuery("get", "/projects/{projectId}/grants", init, paged);
  const create = project !== undefined && may.has("project_grant.write") && (
    <DialogButton label="Grant project" title={`Grant ${project.name} to an organization`} size="lg">
      {(close) => <NewGrant project={project} close={close} />}
    </DialogButton>
  );
  return (
    <Section
      tone="plain"
      title="Grants"
      purpose="A grant lets people of another organization use this project, once an owner there has accepted it. You choose which roles it may give; its managers choose who gets them."
      action={create}
    >
      <DataTable
        label="Grants"
        list={grants}
        columns={columns}
        id={({ id }) => id}
        to={({ id }) => paths.projectGrant(id)}
        {...(may.has("project_grant.write") || may.has("project_grant.delete")
          ? { menu: (grant: Grant) => grantMenu(grant, may) }
          : {})}
        state={state}
        search="Search organizations"
        empty={
          <Empty icon={IconFolderShare} title="Granted to nobody yet" action={create}>
            If customers or partners have an organization of their own here, grant them this project. They then look
            after their people themselves, and see nothing else of yours.
          </Empty>
        }
      />
    </Section>
  );
}

function grantMenu(grant: Grant, may: HeldPermissions) {
  return (
    <>
      {may.has("project_grant.write") && (
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() =>
            openDialog({
              title: `Grant to ${grant.organizationName}`,
              size: "lg",
              children: (close) => <GrantRoles grant={grant} close={close} />,
            })
          }
        >
          Change roles
        </Menu.Item>
      )}
      {may.has("project_grant.write") &&
        !isWaiting(grant) &&
        (grant.state === "active" ? (
          <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => deactivateGrant(grant)}>
            Deactivate
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => activateGrant(grant)}>
            Activate
          </Menu.Item>
        ))}
      {may.has("project_grant.delete") && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => takeBackGrant(grant)}>
          Take back
        </Menu.Item>
      )}
    </>
  );
}
