/** The keys that tokens are signed and sealed with: their lives, changing over, and the emergency. */
import { Menu, Skeleton, Text } from "@mantine/core";
import { IconAlertTriangle, IconKey } from "@tabler/icons-react";
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import { type Column, DataTable } from "../parts/lists/data-table.tsx";
import { Empty } from "../parts/lists/empty.tsx";
import { Page } from "../parts/page/page.tsx";
import { Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { EnableAlgorithm } from "./enable-algorithm.tsx";
import { algorithmsOf, type SigningKey } from "./key-times.ts";
import { askToRevoke } from "./revoke-key.tsx";
import { RotateKeys } from "./rotate-keys.tsx";
import { Timeline } from "./timeline.tsx";
import { stateWords } from "./words.ts";

const columns: [Column<SigningKey>, ...Column<SigningKey>[]] = [
  { title: "Key", cell: ({ id }) => <CopyValue value={id} what="key id" /> },
  { title: "Algorithm", wide: true, cell: ({ algorithm }) => algorithm },
  { title: "State", cell: ({ state }) => <State state={state} label={stateWords[state].word} /> },
  { title: "In the key set", wide: true, cell: (key) => <InKeySet {...key} /> },
  { title: "Signs from", wide: true, cell: ({ activatesAt }) => <When at={activatesAt} /> },
  { title: "Made", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];

export default function SigningKeysPage() {
  const keys = api.useQuery("get", "/signing-keys");
  const may = useMay();
  const items = keys.data?.items ?? [];
  const algorithms = algorithmsOf(items);
  return (
    <Page
      title="Signing keys"
      purpose="Signet signs tokens with these keys and changes them every 90 days by itself. Nothing has to be done here, unless a key has leaked."
      action={may.has("signing_key.rotate") && items.length > 0 && <RotateKeys algorithms={algorithms} />}
    >
      <Section title="Lifecycle">
        {keys.data === undefined ? <Skeleton height={200} /> : <Timeline keys={items} />}
      </Section>
      <Section title="Keys" tone="plain">
        <DataTable
          label="Keys"
          list={keys}
          columns={columns}
          id={({ id }) => id}
          {...(may.has("signing_key.revoke") ? { menu: keyMenu } : {})}
          empty={<Empty icon={IconKey} title="No keys" />}
        />
      </Section>
      {may.has("signing_key.rotate") && keys.data !== undefined && <EnableAlgorithm inUse={algorithms} />}
      {may.has("signing_key.revoke") && <WhenLeaked />}
    </Page>
  );
}

function keyMenu(key: SigningKey) {
  if (key.state === "revoked") return null;
  return (
    <Menu.Item color="red" leftSection={<IconAlertTriangle size={16} aria-hidden />} onClick={() => askToRevoke(key)}>
      Revoke key
    </Menu.Item>
  );
}

function InKeySet({ inKeySet, purpose }: SigningKey) {
  if (inKeySet) return "Yes";
  return (
    <Text span c="dimmed" size="sm">
      {purpose === "tickets" ? "Never published" : "No"}
    </Text>
  );
}

function WhenLeaked() {
  return (
    <Section title="If a key has leaked" tone="danger">
      <Text size="sm" maw={720}>
        Revoke it in the list above: it signs and verifies nothing from then on, and its spare takes over. If the whole
        database and the master key are known to somebody, change the master key first, then revoke the spares, then the
        active keys, then those that only verify: fresh ones take their places as you go.
      </Text>
    </Section>
  );
}
