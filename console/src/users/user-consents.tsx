/** What a person agreed that applications may learn and do. */
import { Menu } from "@mantine/core";
import { IconArrowBackUp, IconShieldCheck } from "@tabler/icons-react";
import { api, changed, client, type Schemas } from "../api.ts";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { Section } from "../parts/page/section.tsx";
import { When } from "../parts/values/when.tsx";
import { ApplicationNamed } from "./application-named.tsx";

type Consent = Schemas["Consent"];

const columns: [Column<Consent>, ...Column<Consent>[]] = [
  { title: "Application", cell: (consent) => <ApplicationNamed {...consent} /> },
  { title: "Of", cell: ({ organization }) => `${organization.name} (${organization.domain})` },
  { title: "Scopes", wide: true, cell: ({ scopes }) => scopes.join(" ") },
  { title: "Agreed", wide: true, cell: ({ changedAt }) => <When at={changedAt} /> },
];

export function UserConsents({ userId, name, mayEnd }: { userId: string; name: string; mayEnd: boolean }) {
  const { data, error, refetch } = api.useQuery("get", "/users/{userId}/consents", { params: { path: { userId } } });
  return (
    <Section
      tone="plain"
      title="Consent"
      purpose="What they agreed that applications of other organizations may learn and do."
    >
      <DataTable
        label="Consent"
        list={{ data: data && { items: data.consents }, error, refetch }}
        columns={columns}
        id={({ applicationId }) => applicationId}
        {...(mayEnd
          ? {
              menu: (consent: Consent) => (
                <Menu.Item
                  color="red"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  onClick={() => askToTakeBack(userId, consent)}
                >
                  Take back
                </Menu.Item>
              ),
            }
          : {})}
        empty={
          <Empty icon={IconShieldCheck} title="Nothing agreed to">
            {name} has not allowed an application anything.
          </Empty>
        }
      />
    </Section>
  );
}

function askToTakeBack(userId: string, { applicationId, applicationName }: Consent): void {
  confirm({
    action: "Take back",
    consequence: `They are signed out of ${applicationName}, every token it got for them stops working, and they are asked again next time.`,
    run: () =>
      changed(
        client.DELETE("/users/{userId}/consents/{applicationId}", { params: { path: { userId, applicationId } } }),
      ),
    done: "The consent was taken back",
  });
}
