/** The roles of a project: what its applications may ask about whoever signs in. */
import { Menu } from "@mantine/core";
import { IconPencil, IconTags, IconTrash } from "@tabler/icons-react";
import { changed, client } from "../api.ts";
import { May, useMay } from "../may.tsx";
import { confirmByName } from "../parts/dialogs/confirm.tsx";
import { DialogButton, openDialog } from "../parts/dialogs/dialog.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { useListState } from "../parts/lists/list-state.ts";
import { Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { type Role, useRolesAt } from "../parts/role-assignments/reading.ts";
import { CopyValue } from "../parts/values/copy.tsx";
import { ChangeRole, NewRole } from "./project-role-forms.tsx";
import { WhoLosesRole } from "./who-loses-role.tsx";

const columns: [Column<Role>, ...Column<Role>[]] = [
  { title: "Role", sort: "displayName", cell: ({ displayName }) => displayName },
  { title: "Key", sort: "key", cell: ({ key }) => <CopyValue value={key} what="key" /> },
  { title: "Group", sort: "group", wide: true, cell: ({ group }) => group },
];
const sorts = ["displayName", "key", "group"] as const;

export default function ProjectRolesPage() {
  const projectId = useParam("projectId");
  const may = useMay({ projectId });
  const state = useListState(sorts);
  const roles = useRolesAt({ projectId });
  const items = roles.data?.items;
  const create = (
    <May at={{ projectId }} permission="project_role.write">
      <DialogButton label="Create role">{(close) => <NewRole projectId={projectId} close={close} />}</DialogButton>
    </May>
  );
  const menu = (role: Role) => (
    <>
      {may.has("project_role.write") && (
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() =>
            openDialog({ title: `Role ${role.key}`, children: (close) => <ChangeRole role={role} close={close} /> })
          }
        >
          Change role
        </Menu.Item>
      )}
      {may.has("project_role.delete") && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => confirmDeletion(role)}>
          Delete role
        </Menu.Item>
      )}
    </>
  );
  return (
    <Section
      tone="plain"
      title="Roles"
      purpose="A role is a word your applications understand, such as editor. Signet keeps who has it and puts its key into tokens; what it allows is up to the application."
      action={create}
    >
      <DataTable
        label="Roles"
        list={{ ...roles, data: items === undefined ? undefined : { items: chosen(items, state.query) } }}
        columns={columns}
        id={({ key }) => key}
        {...(may.has("project_role.write") || may.has("project_role.delete") ? { menu } : {})}
        state={state}
        search="Search roles"
        empty={
          <Empty icon={IconTags} title="No roles yet" action={create}>
            Begin with one or two, such as admin and viewer. Then give them to people, and let your application ask for
            them in tokens.
          </Empty>
        }
      />
    </Section>
  );
}

/** The API gives all roles at once, so they are searched and sorted here. */
function chosen(roles: readonly Role[], { q = "", sort = "key" }: { q?: string; sort?: string }): Role[] {
  const wanted = q.toLowerCase();
  const name = sorts.find((one) => sort.endsWith(one)) ?? "key";
  const sign = sort.startsWith("-") ? -1 : 1;
  return roles
    .filter(({ key, displayName, group }) =>
      [key, displayName, group].some((text) => text.toLowerCase().includes(wanted)),
    )
    .sort((one, other) => sign * one[name].localeCompare(other[name]));
}

function confirmDeletion(role: Role): void {
  const { projectId, key } = role;
  confirmByName({
    action: "Delete role",
    name: key,
    consequence: <WhoLosesRole role={role} />,
    run: () => changed(client.DELETE("/projects/{projectId}/roles/{key}", { params: { path: { projectId, key } } })),
    done: `The role ${key} was deleted`,
  });
}
