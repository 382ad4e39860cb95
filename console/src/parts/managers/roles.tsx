/** The manager roles of one user, at all the places one may see. */
import { Anchor, Menu, Text } from "@mantine/core";
import { IconTrash, IconUserShield } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { answered, client, type Schemas } from "../../api.ts";
import { useMay, useMe } from "../../may.tsx";
import { paths } from "../../paths.ts";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { Empty } from "../lists/empty.tsx";
import { useRoleMeanings } from "./meanings.tsx";
import { mayGive, placeOf } from "./place.ts";
import { removeManager } from "./remove.ts";

type HeldRole = Schemas["ManagerRole"];
type RoleHolder = { readonly userId: string } | { readonly serviceUserId: string };

export function ManagerRolesOf({ of }: { of: RoleHolder }) {
  const heldRoles = useQuery({
    queryKey: ["manager-roles", of],
    queryFn: () =>
      answered(
        "userId" in of
          ? client.GET("/users/{userId}/manager-roles", { params: { path: of } })
          : client.GET("/service-users/{serviceUserId}/manager-roles", { params: { path: of } }),
      ),
  });
  const columns: [Column<HeldRole>, ...Column<HeldRole>[]] = [
    {
      title: "Role",
      cell: ({ title, role }) => (
        <>
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {role}
          </Text>
        </>
      ),
    },
    { title: "Where", cell: ({ place }) => <PlaceLink place={place} /> },
  ];
  return (
    <DataTable
      label="Manager roles"
      list={heldRoles}
      columns={columns}
      id={({ id }) => id}
      menu={(role) => <Actions of={of} role={role} />}
      empty={
        <Empty icon={IconUserShield} title="Manages nothing">
          To change that, go to the managers of an organization, a project or the instance and add this user there.
        </Empty>
      }
    />
  );
}

const levelWords = {
  iam: "Instance",
  organization: "Organization",
  project: "Project",
  project_grant: "Granted project",
} as const;

function PlaceLink({ place: { level, id, name } }: { place: HeldRole["place"] }) {
  return (
    <>
      <Anchor component={Link} to={pathOfManagers(level, id ?? "")} size="sm">
        {level === "iam" ? "The whole instance" : name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {levelWords[level]}
      </Text>
    </>
  );
}

function pathOfManagers(level: HeldRole["place"]["level"], id: string): string {
  switch (level) {
    case "iam":
      return paths.instanceManagers;
    case "organization":
      return paths.organizationManagers(id);
    case "project":
      return `${paths.project(id)}/managers`;
    case "project_grant":
      return `${paths.projectGrant(id)}/managers`;
  }
}

function Actions({ of, role: { id, role, title, place } }: { of: RoleHolder; role: HeldRole }) {
  const at = placeOf(place);
  const may = useMay(at);
  const me = useMe();
  const meaning = useRoleMeanings()?.find((one) => one.role === role);
  const user = useNames(of);
  const own = me?.userId === ("userId" in of ? of.userId : of.serviceUserId);
  return (
    <>
      <Menu.Item
        component={Link}
        to={pathOfManagers(place.level, place.id ?? "")}
        leftSection={<IconUserShield size={16} aria-hidden />}
      >
        All managers there
      </Menu.Item>
      {meaning !== undefined && user !== undefined && mayGive(meaning, may) && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => removeManager({ place: at, managerId: id, role: title, user, own })}
        >
          Remove
        </Menu.Item>
      )}
    </>
  );
}

function useNames(of: RoleHolder): { displayName: string; loginName: string } | undefined {
  const { data } = useQuery({
    queryKey: ["names", of],
    queryFn: async () => {
      if ("userId" in of) {
        const { loginName, profile } = await answered(client.GET("/users/{userId}", { params: { path: of } }));
        return { loginName, displayName: profile.displayName };
      }
      const { loginName, name } = await answered(
        client.GET("/service-users/{serviceUserId}", { params: { path: of } }),
      );
      return { loginName, displayName: name };
    },
  });
  return data;
}
