/** An audit log: what happened, who did it and to what, newest first, with filters, details and export. */
import { Box, Group, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { type Column, DataTable } from "../lists/data-table.tsx";
import { Empty } from "../lists/empty.tsx";
import { useListState } from "../lists/list-state.ts";
import { When } from "../values/when.tsx";
import { EventChips } from "./chips.tsx";
import { EventDetails } from "./details.tsx";
import { EventExport } from "./export.tsx";
import { useEventFilters } from "./filters.ts";
import { type EventPlace, useEvents } from "./list.ts";
import { ActorLink, ResourceLink } from "./names.tsx";
import { type AuditEvent, noteOf, typeInWords } from "./words.ts";

interface EventsProps {
  readonly at: EventPlace;
  /** Only events of this resource, or of this actor, without a way to choose another. */
  readonly about?: { readonly resourceId?: string; readonly actorId?: string };
}

const columns: [Column<AuditEvent>, ...Column<AuditEvent>[]] = [
  { title: "What happened", cell: (event) => <EventSentence event={event} /> },
  { title: "Who", wide: true, cell: ({ actor }) => <ActorLink actor={actor} /> },
  { title: "To what", wide: true, cell: (event) => <ResourceLink event={event} /> },
  { title: "When", sort: "at", align: "end", cell: ({ at }) => <When at={at} /> },
];

export function Events({ at, about = {} }: EventsProps) {
  const filters = useEventFilters();
  const order = useListState(["at"]);
  const query = { ...filters.query, ...about };
  const events = useEvents(at, { ...query, ...order.query });
  const [opened, open] = useState<AuditEvent>();
  const filter = (change: Parameters<typeof filters.set>[0]) => {
    open(undefined);
    filters.set(change);
  };
  return (
    <Box>
      <Group gap="xs" mb="sm" justify="space-between" align="flex-start">
        <Group gap="xs" flex={1} miw={0}>
          <EventChips filters={filters} at={at} about={about} />
        </Group>
        <EventExport at={at} query={query} />
      </Group>
      <DataTable
        label="Events"
        list={events}
        columns={columns}
        id={({ id }) => id}
        open={open}
        state={{ ...order, sort: order.sort ?? "-at", narrowed: filters.narrowed }}
        empty={
          <Empty icon={IconHistory} title="Nothing has happened yet">
            Every change leaves an event here: who made it, when, and to what.
          </Empty>
        }
      />
      <EventDetails
        event={opened}
        close={() => open(undefined)}
        onActor={about.actorId === undefined ? (actorId) => filter({ actorId }) : undefined}
        onResource={
          about.resourceId === undefined ? (resourceId) => filter({ resourceId, resourceKind: undefined }) : undefined
        }
      />
    </Box>
  );
}

function EventSentence({ event }: { event: AuditEvent }) {
  const note = noteOf(event);
  return (
    <>
      {typeInWords(event.type)}
      {note !== undefined && (
        <Text span size="xs" c="dimmed" ml={8}>
          {note}
        </Text>
      )}
    </>
  );
}
