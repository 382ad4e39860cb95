/** Texts by key that managers keep with an organization or a user. Brings its own section. */
import { Button, Code, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconNotes, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "../../may.tsx";
import { Empty } from "../lists/empty.tsx";
import { ProblemAlert } from "../page/problem.tsx";
import { Section } from "../page/section.tsx";
import { MetadataEntryRow, NewMetadataEntry } from "./entry.tsx";
import { type MetadataOwner, permissionsFor, useMetadata } from "./owner.ts";

export function Metadata({ of }: { of: MetadataOwner }) {
  const metadata = useMetadata(of);
  const permissions = permissionsFor(of);
  const may = useMay(of);
  const [adding, setAdding] = useState(false);
  const entries = metadata.data?.items;
  const mayWrite = may.has(permissions.write);
  if (may.isLoaded && !may.has(permissions.read)) return null;
  const add = mayWrite && !adding && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add entry
    </Button>
  );
  return (
    <Section
      title="Metadata"
      purpose={
        "organizationId" in of ? (
          "Texts of your own by key, such as a customer number or a plan. Signet keeps them and gives them no meaning."
        ) : (
          <>
            Texts of your own by key, such as a staff number. Applications get them with the scope{" "}
            <Code>urn:service:iam:user:metadata</Code>.
          </>
        )
      }
      action={entries !== undefined && entries.length > 0 && add}
    >
      {adding && (
        <NewMetadataEntry of={of} taken={(entries ?? []).map(({ key }) => key)} close={() => setAdding(false)} />
      )}
      {metadata.error !== null ? (
        <ProblemAlert problem={metadata.error} again={() => void metadata.refetch()} />
      ) : entries === undefined ? (
        <Stack gap="sm" role="status" aria-label="Loading">
          <Skeleton height={24} />
          <Skeleton height={24} />
        </Stack>
      ) : entries.length > 0 ? (
        <ul className="entries" aria-label="Metadata">
          {entries.map((entry) => (
            <MetadataEntryRow
              key={entry.key}
              of={of}
              entry={entry}
              mayWrite={mayWrite}
              mayDelete={may.has(permissions.delete)}
            />
          ))}
        </ul>
      ) : (
        !adding && (
          <Empty icon={IconNotes} title="No metadata yet" action={add}>
            What your own programs want to know about {"organizationId" in of ? "this organization" : "this user"} can
            stand here.
          </Empty>
        )
      )}
      {entries !== undefined && entries.length > 0 && (
        <Group mt="xs">
          <Text size="xs" c="dimmed">
            {entries.length} of at most 100 entries
          </Text>
        </Group>
      )}
    </Section>
  );
}
