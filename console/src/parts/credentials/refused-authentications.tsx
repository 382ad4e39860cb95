/** Why an application or a service user was not let in of late. Whoever called was told less. */
import { Code, Text } from "@mantine/core";
import { api, type Schemas } from "../../api.ts";
import { useMay } from "../../may.tsx";
import { type Column, DataTable, type WholeList } from "../lists/data-table.tsx";
import { sentence } from "../page/problem.tsx";
import { Section } from "../page/section.tsx";
import { When } from "../values/when.tsx";

type Refused = Schemas["RefusedAuthentication"];

const NEWEST = 10;

export function RefusedAuthentications({ of }: { of: { applicationId: string } | { serviceUserId: string } }) {
  return "applicationId" in of ? <OfApplication path={of} /> : <OfServiceUser path={of} />;
}

function OfApplication({ path }: { path: { applicationId: string } }) {
  const enabled = useMay(path).has("application_key.read");
  const params = { path, query: { limit: NEWEST } };
  return (
    <Refusals
      list={api.useQuery("get", "/applications/{applicationId}/refused-authentications", { params }, { enabled })}
    />
  );
}

function OfServiceUser({ path }: { path: { serviceUserId: string } }) {
  const enabled = useMay(path).has("service_user_key.read");
  const params = { path, query: { limit: NEWEST } };
  return (
    <Refusals
      list={api.useQuery("get", "/service-users/{serviceUserId}/refused-authentications", { params }, { enabled })}
    />
  );
}

const columns: [Column<Refused>, ...Column<Refused>[]] = [
  { title: "Why", cell: (refused) => <RefusalReason {...refused} /> },
  { title: "Tried", wide: true, cell: ({ method }) => <Code>{method}</Code> },
  { title: "Times", wide: true, cell: ({ count }) => count },
  { title: "First", cell: ({ at }) => <When at={at} /> },
];

function RefusalReason({ reasonDetail, expectedMethod, keyId }: Refused) {
  return (
    <>
      {reasonDetail === undefined ? "It could not prove who it is." : sentence(reasonDetail)}
      {expectedMethod !== undefined && (
        <Text size="sm" c="dimmed">
          It is set to <Code>{expectedMethod}</Code>
        </Text>
      )}
      {keyId !== undefined && (
        <Text size="sm" c="dimmed">
          The key it named: <Code className="wrap">{keyId}</Code>
        </Text>
      )}
    </>
  );
}

/** Where nothing was refused there is nothing to look at. */
function Refusals({ list }: { list: WholeList<Refused> }) {
  if (list.data === undefined || list.data.items.length === 0) return null;
  return (
    <Section
      title="Refused of late"
      purpose="Somebody called as it and could not prove it: a program whose settings differ from these, or a stranger who knows its id. The caller is not told which of the reasons it was."
    >
      <DataTable
        label="Refused of late"
        list={list}
        columns={columns}
        id={({ at, method, reason }) => `${at} ${method} ${reason ?? ""}`}
        empty={null}
      />
    </Section>
  );
}
