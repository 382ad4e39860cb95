/** The service users of an organization; whoever manages the instance can look for them in all organizations. */
import { Menu, TextInput } from "@mantine/core";
import { IconCircleCheck, IconCircleMinus, IconRobot } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { api, changed, client, type Schemas } from "../api.ts";
import { May, useMay } from "../may.tsx";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { paged } from "../parts/lists/paged.ts";
import { Page } from "../parts/page/page.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";
import { UnlessSpared } from "../users/spared.tsx";
import { useUserList } from "../users/user-list.ts";
import { WithIcon } from "../users/with-icon.tsx";
import { activate, askToDeactivate } from "./service-user-states.ts";

type ServiceUser = Schemas["ServiceUser"];

const columns: [Column<ServiceUser>, ...Column<ServiceUser>[]] = [
  { title: "Name", cell: ({ name }) => <WithIcon icon={IconRobot}>{name}</WithIcon> },
  { title: "Login name", sort: "userName", wide: true, cell: ({ loginName }) => loginName },
  { title: "Description", wide: true, cell: ({ description }) => description },
  { title: "State", cell: ({ state }) => <State state={state} /> },
  { title: "Created", sort: "createdAt", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];

export default function ServiceUsersPage() {
  const organizationId = useParam("organizationId");
  const { state, inAllOrganizations, organizationQuery, allQuery } = useUserList(
    ["active", "inactive"],
    useMay().has("service_user.read"),
  );
  const may = useMay(inAllOrganizations ? {} : { organizationId });
  const organizationRequest = { params: { path: { organizationId }, query: organizationQuery } };
  const ofOrganization = api.useInfiniteQuery(
    "get",
    "/organizations/{organizationId}/service-users",
    organizationRequest,
    {
      ...paged,
      enabled: !inAllOrganizations,
    },
  );
  const ofAllOrganizations = api.useInfiniteQuery(
    "get",
    "/service-users",
    { params: { query: allQuery } },
    { ...paged, enabled: inAllOrganizations },
  );
  const create = (
    <May at={{ organizationId }} permission="service_user.write">
      <NewServiceUser organizationId={organizationId} />
    </May>
  );
  return (
    <Page
      title="Service users"
      purpose="Programs that sign in by themselves, with a key, a secret or a personal access token."
      action={create}
    >
      <DataTable
        label="Service users"
        list={inAllOrganizations ? ofAllOrganizations : ofOrganization}
        columns={columns}
        id={({ id }) => id}
        to={({ id }) => paths.serviceUser(id)}
        {...(may.has("service_user.write") ? { menu: actionsOn } : {})}
        state={state}
        search="Search service users"
        empty={
          <Empty icon={IconRobot} title="No service users yet" action={create}>
            Create one for each program that calls an API without a person: a nightly job, a deployment, a script that
            manages Signet.
          </Empty>
        }
      />
    </Page>
  );
}

function actionsOn(one: ServiceUser) {
  return (
    <UnlessSpared
      of={{ serviceUserId: one.id }}
      organizationId={one.organizationId}
      stops={one.state === "active" && <StateItem of={one} />}
    >
      <StateItem of={one} />
    </UnlessSpared>
  );
}

function StateItem({ of: one }: { of: ServiceUser }) {
  return one.state === "active" ? (
    <Menu.Item leftSection={<IconCircleMinus size={16} aria-hidden />} onClick={() => askToDeactivate(one)}>
      Deactivate
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={() => void activate(one)}>
      Activate
    </Menu.Item>
  );
}

function NewServiceUser({ organizationId }: { organizationId: string }) {
  const navigate = useNavigate();
  return (
    <DialogButton label="Create service user">
      {(close) => (
        <ApiForm
          initial={{ userName: "", name: "", description: "" }}
          submit="Create service user"
          onCancel={close}
          save={async ({ userName, name, description }) => {
            const body = { userName, ...(name === "" ? {} : { name }), description };
            const made = await changed(
              client.POST("/organizations/{organizationId}/service-users", {
                params: { path: { organizationId } },
                body,
              }),
            );
            await navigate({ to: `${paths.serviceUser(made.id)}/credentials` });
          }}
        >
          {(form) => (
            <>
              <TextInput
                label="User name"
                description="Unique in the organization; for logs and programs."
                placeholder="nightly-report"
                required
                data-autofocus
                spellCheck={false}
                {...form.getInputProps("userName")}
              />
              <TextInput
                label="Name"
                description="What people read; the user name if you leave it empty."
                placeholder="Nightly report"
                {...form.getInputProps("name")}
              />
              <TextInput label="Description" {...form.getInputProps("description")} />
            </>
          )}
        </ApiForm>
      )}
    </DialogButton>
  );
}
