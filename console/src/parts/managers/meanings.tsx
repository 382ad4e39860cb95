/** What manager roles are for and what they may do, in the words of the API. */
import { List, ScrollArea, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { inWords } from "../values/words.ts";
import type { RoleMeaning } from "./place.ts";

// They change only with a new version of Signet.
const forAsLongAsThePage = { staleTime: Number.POSITIVE_INFINITY } as const;

/** Undefined as long as it is not known. */
export function useRoleMeanings(): readonly RoleMeaning[] | undefined {
  return useQuery({ ...api.queryOptions("get", "/roles"), ...forAsLongAsThePage }).data?.items;
}

/** What a role may do, by what it does it to. */
export function Permissions({ of: { title, permissions } }: { of: RoleMeaning }) {
  const { data } = useQuery({ ...api.queryOptions("get", "/permissions"), ...forAsLongAsThePage });
  if (data === undefined) return <Skeleton height={80} />;
  const held = data.items.filter(({ permission }) => permissions.includes(permission));
  const groups = Map.groupBy(held, ({ permission }) => permission.split(".")[0] ?? "");
  return (
    <ScrollArea.Autosize
      mah={260}
      type="auto"
      viewportProps={{ tabIndex: 0, role: "group", "aria-label": `What ${title} may do` }}
    >
      <Stack gap="xs">
        {[...groups].map(([resource, meanings]) => (
          <div key={resource}>
            <Text size="xs" fw={600}>
              {inWords(resource)}
            </Text>
            <List size="xs" c="dimmed" spacing={2}>
              {meanings.map(({ permission, meaning }) => (
                <List.Item key={permission}>{meaning}</List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}
