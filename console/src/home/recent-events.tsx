/** The last few events, and the way to all of them. */
import { Anchor, Box, Group, Paper, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type EventPlace, readEvents } from "../parts/events/list.ts";
import { ActorLink } from "../parts/events/names.tsx";
import { typeInWords } from "../parts/events/words.ts";
import { Section } from "../parts/page/section.tsx";
import { When } from "../parts/values/when.tsx";

const MOST_SHOWN = 5;

export function RecentEvents({ at, all }: { at: EventPlace; all: string }) {
  const { data } = useQuery({
    queryKey: ["events", at, { limit: MOST_SHOWN }],
    queryFn: () => readEvents(at, { limit: MOST_SHOWN }),
  });
  return (
    <Section
      title="Recent events"
      tone="plain"
      action={
        <Anchor component={Link} to={all} size="sm">
          Audit log
        </Anchor>
      }
    >
      <Paper withBorder component="ul" m={0} p={0} className="feed">
        {data === undefined && (
          <Box component="li" p="md">
            <Skeleton height={96} />
          </Box>
        )}
        {data?.items.map(({ id, type, actor, at: when }) => (
          <Group component="li" key={id} px="md" py="xs" gap="xs" justify="space-between" wrap="nowrap">
            <Group miw={0} gap="4px 12px">
              <Text fw={500}>{typeInWords(type)}</Text>
              <ActorLink actor={actor} />
            </Group>
            <Text size="sm" c="dimmed" ta="end" className="fixed">
              <When at={when} />
            </Text>
          </Group>
        ))}
      </Paper>
    </Section>
  );
}
