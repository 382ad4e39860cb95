/** Everything that is known about an event. */
import { Button, Code, Drawer, Group, Stack, Text } from "@mantine/core";
import { Facts } from "../page/section.tsx";
import { CopyValue } from "../values/copy.tsx";
import { exactTime, relativeTime } from "../values/when.tsx";
import { ActorLink, NamedLink, ResourceLink, shortId } from "./names.tsx";
import { type AuditEvent, kindInWords, typeInWords } from "./words.ts";

interface DetailsProps {
  readonly event: AuditEvent | undefined;
  readonly close: () => void;
  /** To what else the same one did, or happened to the same thing; not where that is what is shown anyway. */
  readonly onActor: ((actorId: string) => void) | undefined;
  readonly onResource: ((resourceId: string) => void) | undefined;
}

export function EventDetails({ event, close, onActor, onResource }: DetailsProps) {
  return (
    <Drawer
      opened={event !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title={<b>{event && typeInWords(event.type)}</b>}
      transitionProps={{ duration: 100 }}
      closeButtonProps={{ "aria-label": "Close" }}
      // It is the head of the drawer, not of the page.
      attributes={{ header: { role: "none" } }}
    >
      {event !== undefined && (
        <Stack gap="lg">
          <Details event={event} />
          <Group gap="xs">
            {event.actor.id !== undefined && onActor !== undefined && (
              <Button variant="default" size="xs" onClick={() => onActor(event.actor.id ?? "")}>
                All that they did
              </Button>
            )}
            {event.resource.id !== undefined && onResource !== undefined && (
              <Button variant="default" size="xs" onClick={() => onResource(event.resource.id ?? "")}>
                All that happened to this
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Drawer>
  );
}

function Details({ event }: { event: AuditEvent }) {
  const { actor, resource, organizationId, requestId, detail } = event;
  return (
    <>
      <Facts
        items={[
          ["When", `${exactTime(event.at)} (${relativeTime(event.at)})`],
          ["Type", <Code key="type">{event.type}</Code>],
          ["Who did it", <ActorLink key="actor" actor={actor} />],
          actor.id === undefined
            ? undefined
            : [`Id of the ${kindInWords(actor.kind).toLowerCase()}`, id(actor.id, "actor id")],
          ["Happened to", <ResourceLink key="resource" event={event} />],
          ["Kind of thing", kindInWords(resource.kind)],
          resource.id === undefined ? undefined : ["Its id", id(resource.id, "resource id")],
          organizationId === undefined
            ? undefined
            : [
                "Organization",
                <NamedLink key="of" kind="organization" id={organizationId} otherwise={shortId(organizationId)} />,
              ],
          requestId === undefined ? undefined : ["Request", id(requestId, "request id")],
          ["Event id", id(event.id, "event id")],
        ]}
      />
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          Details
        </Text>
        {Object.keys(detail).length === 0 ? (
          <Text size="sm">There are none for this event.</Text>
        ) : (
          <Code block className="wrap" data-testid="detail">
            {JSON.stringify(detail, null, 2)}
          </Code>
        )}
      </div>
    </>
  );
}

function id(value: string, what: string) {
  return <CopyValue key={what} value={value} what={what} />;
}
