/** The people of an organization; whoever manages the instance can look for them in all organizations. */
import { Avatar, Box, Group, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { api, type Schemas } from "../api.ts";
import { May, useMay } from "../may.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { paged } from "../parts/lists/paged.ts";
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";
import { AddUser } from "./add-user.tsx";
import { UnlessSpared } from "./spared.tsx";
import { StopUser, UserActions } from "./user-actions.tsx";
import { useUserList } from "./user-list.ts";
import { EmailAddress } from "./verified.tsx";

type ListedUser = Schemas["ListedUser"];

const columns: [Column<ListedUser>, ...Column<ListedUser>[]] = [
  { title: "Name", cell: (user) => <NameCell user={user} /> },
  { title: "Login name", sort: "userName", wide: true, cell: ({ loginName }) => loginName },
  {
    title: "E-mail",
    wide: true,
    cell: ({ email, emailVerified, emailProven }) => (
      <EmailAddress email={email} verified={emailVerified} proven={emailProven} />
    ),
  },
  { title: "State", cell: ({ state }) => <State state={state} /> },
  { title: "Created", sort: "createdAt", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];

const states = ["active", "inactive", "locked", "unverified"] as const;

function actionsOn(user: ListedUser) {
  return (
    <UnlessSpared of={{ userId: user.id }} organizationId={user.organizationId} stops={<StopUser user={user} />}>
      <UserActions user={user} />
    </UnlessSpared>
  );
}

export default function UsersPage() {
  const organizationId = useParam("organizationId");
  const { state, inAllOrganizations, organizationQuery, allQuery } = useUserList(states, useMay().has("user.read"));
  const may = useMay(inAllOrganizations ? {} : { organizationId });
  const organizationRequest = { params: { path: { organizationId }, query: organizationQuery } };
  const ofOrganization = api.useInfiniteQuery("get", "/organizations/{organizationId}/users", organizationRequest, {
    ...paged,
    enabled: !inAllOrganizations,
  });
  const ofAllOrganizations = api.useInfiniteQuery(
    "get",
    "/users",
    { params: { query: allQuery } },
    { ...paged, enabled: inAllOrganizations },
  );
  const add = (
    <May at={{ organizationId }} permission="user.write">
      <AddUser organizationId={organizationId} />
    </May>
  );
  return (
    <Page
      title="Users"
      purpose="The people who sign in: who they are, how they prove it, and what they may do."
      action={add}
    >
      <DataTable
        label="Users"
        list={inAllOrganizations ? ofAllOrganizations : ofOrganization}
        columns={columns}
        id={({ id }) => id}
        to={({ id }) => paths.user(id)}
        {...(may.has("user.write") ? { menu: actionsOn } : {})}
        state={state}
        search="Search by name or e-mail"
        empty={
          <Empty icon={IconUsers} title="No users yet" action={add}>
            Invite people by mail, and they choose a password themselves. They can sign in to the applications of this
            organization.
          </Empty>
        }
      />
    </Page>
  );
}

/** On narrow screens the login name stands below the name, where it has no column. */
function NameCell({ user: { displayName, loginName } }: { user: ListedUser }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar visibleFrom="xs" size={28} name={displayName} color="initials" aria-hidden />
      <Box miw={0}>
        <Text size="sm" inherit>
          {displayName}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {loginName}
        </Text>
      </Box>
    </Group>
  );
}
