/** The managers of a place, whatever its level: who, in which role, and what that is for. */
import { Group, Menu, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconInfoCircle, IconTrash, IconUserShield } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMay, useMe } from "../../may.tsx";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { Empty } from "../lists/empty.tsx";
import { useListState } from "../lists/list-state.ts";
import { paged } from "../lists/paged.ts";
import { UserName } from "../users/name.tsx";
import { When } from "../values/when.tsx";
import { AddManager } from "./add.tsx";
import { Permissions, useRoleMeanings } from "./meanings.tsx";
import { listManagers, type ManagedPlace, type Manager, mayGive, type RoleMeaning } from "./place.ts";
import { removeManager } from "./remove.ts";

interface ManagersProps {
  readonly of: ManagedPlace;
  /** Where the page has AddManager beside its title. */
  readonly withoutAction?: boolean;
}

export function Managers({ of, withoutAction = false }: ManagersProps) {
  const state = useListState(["createdAt"]);
  const managers = useInfiniteQuery({
    queryKey: ["managers", of, state.query],
    queryFn: ({ pageParam }) =>
      listManagers(of, { ...state.query, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    getNextPageParam: paged.getNextPageParam,
    initialPageParam: null as string | null,
    placeholderData: paged.placeholderData,
  });
  const meanings = new Map(useRoleMeanings()?.map((meaning) => [meaning.role, meaning]));
  const may = useMay(of);
  const me = useMe();
  const columns: [Column<Manager>, ...Column<Manager>[]] = [
    { title: "User", cell: ({ user }) => <UserName user={user} /> },
    {
      title: "Role",
      cell: ({ role }) => (
        <>
          <Text size="sm">{meanings.get(role)?.title ?? role}</Text>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {role}
          </Text>
        </>
      ),
    },
    {
      title: "What it is for",
      wide: true,
      cell: ({ role }) => (
        <Text size="sm" maw={420}>
          {meanings.get(role)?.purpose}
        </Text>
      ),
    },
    { title: "Since", sort: "createdAt", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
  return (
    <div>
      {!withoutAction && (
        <Group justify="flex-end" mb="sm">
          <AddManager of={of} />
        </Group>
      )}
      <DataTable
        label="Managers"
        list={managers}
        columns={columns}
        id={(manager) => manager.id}
        state={state}
        search="Search managers"
        menu={(manager) => {
          const meaning = meanings.get(manager.role);
          if (meaning === undefined) return null;
          const remove = () =>
            removeManager({
              place: of,
              managerId: manager.id,
              role: meaning.title,
              user: manager.user,
              own: manager.user.id === me?.userId,
            });
          return (
            <>
              <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={() => showMeaning(meaning)}>
                What the role may do
              </Menu.Item>
              {mayGive(meaning, may) && (
                <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
                  Remove
                </Menu.Item>
              )}
            </>
          );
        }}
        empty={
          <Empty icon={IconUserShield} title="No managers yet" action={<AddManager of={of} />}>
            A manager is a person or a service user with a role here. Those of the levels above can do their work here
            all the same.
          </Empty>
        }
      />
    </div>
  );
}

function showMeaning(meaning: RoleMeaning): void {
  modals.open({
    title: meaning.title,
    size: "md",
    children: (
      <>
        <Text size="sm" mb="md">
          {meaning.purpose}
        </Text>
        <Permissions of={meaning} />
      </>
    ),
  });
}
