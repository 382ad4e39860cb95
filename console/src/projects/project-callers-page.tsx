/** Who, beside its own applications, may name a project in the audience of tokens, so that its APIs believe them. */
import { Alert, Menu, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPlugConnected, IconTrash } from "@tabler/icons-react";
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import { DialogButton } from "../parts/dialogs/dialog.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { useListState } from "../parts/lists/list-state.ts";
import { paged } from "../parts/lists/paged.ts";
import { Facts, Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { CopyValue } from "../parts/values/copy.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { audienceScope } from "./audience-scope.ts";
import { type Caller, confirmCaller, kindsOfCallers, removeCaller } from "./caller-actions.ts";
import { NewCaller } from "./caller-forms.tsx";

const columns: [Column<Caller>, ...Column<Caller>[]] = [
  { title: "Caller", cell: (caller) => <CallerName {...caller} /> },
  { title: "Kind", wide: true, cell: ({ kind }) => kindsOfCallers[kind] },
  { title: "Organization", wide: true, cell: ({ organizationName }) => organizationName ?? "Not known to you" },
  {
    title: "State",
    cell: ({ fromBefore }) =>
      fromBefore ? <State state="unverified" label="From before" /> : <State state="active" label="Allowed" />,
  },
  { title: "Since", sort: "createdAt", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];

function CallerName({ id, name }: Caller) {
  return name === undefined ? <CopyValue value={id} what="id" /> : name;
}

export default function ProjectCallersPage() {
  const projectId = useParam("projectId");
  const may = useMay({ projectId });
  const state = useListState(["createdAt"]);
  const { data: project } = api.useQuery("get", "/projects/{projectId}", { params: { path: { projectId } } });
  const init = { params: { path: { projectId }, query: state.query } };
  const callers = api.useInfiniteQuery("get", "/projects/{projectId}/callers", init, paged);
  const isFromBefore = callers.data?.pages.some(({ items }) => items.some(({ fromBefore }) => fromBefore));
  const add = project !== undefined && may.has("project.write") && (
    <DialogButton label="Add caller" title={`Let others name ${project.name}`} size="lg">
      {(close) => <NewCaller project={project} close={close} />}
    </DialogButton>
  );
  const menu = (caller: Caller) => (
    <>
      {caller.fromBefore && (
        <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={() => confirmCaller(projectId, caller)}>
          Confirm
        </Menu.Item>
      )}
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => removeCaller(projectId, caller)}
      >
        Remove
      </Menu.Item>
    </>
  );
  return (
    <Section
      tone="plain"
      title="Callers"
      purpose="Other applications that may get tokens which this project's APIs accept. Its own applications need not be listed, nor do service users of its organization."
      action={add}
    >
      {isFromBefore && (
        <Alert
          variant="outline"
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title="Some are from before"
          mb="md"
          className="plain-text"
        >
          They used this project before it kept this list, and go on working. Confirm those that should, and remove the
          others.
        </Alert>
      )}
      <DataTable
        label="Callers"
        list={callers}
        columns={columns}
        id={({ id }) => id}
        {...(may.has("project.write") ? { menu } : {})}
        state={state}
        empty={
          <Empty icon={IconPlugConnected} title="Nobody else may name this project" action={add}>
            If an application of another project calls an API of this one, add it here. It then asks for the scope
            below.
          </Empty>
        }
      />
      <Stack gap="xs" mt="lg">
        <Facts
          items={[["Scope to ask for", <CopyValue key="scope" value={audienceScope(projectId)} what="scope" />]]}
        />
        <Text size="sm" c="dimmed">
          The checks of this project hold for people who sign in elsewhere, too: "Only people with a role" and "Only
          organizations it is granted to".
        </Text>
      </Stack>
    </Section>
  );
}
