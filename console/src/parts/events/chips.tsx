/** The filters of an audit log, one chip each. */
import { Button, Group, Menu, Modal, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { type PickedUser, UserPicker } from "../users/picker.tsx";
import { exactTime } from "../values/when.tsx";
import { inWords } from "../values/words.ts";
import { ChipButton, ChoiceChip, type ChoiceGroup, Clearable } from "./chip.tsx";
import { type EventFilters, type Range, ranges } from "./filters.ts";
import type { EventPlace } from "./list.ts";
import { shortId, useName } from "./names.tsx";
import { eventThings, eventTypes, kindInWords, resourceKinds, typeInWords } from "./words.ts";

const typeGroups: readonly ChoiceGroup[] = eventThings.map((thing) => {
  const types = eventTypes
    .filter((type) => type.startsWith(`${thing}.`))
    .map((type) => ({ value: type, label: typeInWords(type) }));
  const all = types.length > 1 ? [{ value: thing, label: `All ${inWords(thing).toLowerCase()} events` }] : [];
  return { heading: inWords(thing), choices: [...all, ...types] };
});

const kindGroups: readonly ChoiceGroup[] = [
  { heading: "Kind of thing", choices: resourceKinds.map((kind) => ({ value: kind, label: kindInWords(kind) })) },
];

interface ChipsProps {
  readonly filters: EventFilters;
  readonly at: EventPlace;
  /** What is given by the page, and cannot be chosen. */
  readonly about: { readonly resourceId?: string; readonly actorId?: string };
}

export function EventChips({ filters, at, about }: ChipsProps) {
  const { chosen, set } = filters;
  return (
    <>
      <ChoiceChip label="Type" groups={typeGroups} value={chosen.type} onChange={(type) => set({ type })} />
      {about.actorId === undefined && <ActorChip filters={filters} at={at} />}
      {about.resourceId === undefined && (
        <>
          <ChoiceChip
            label="Happened to"
            groups={kindGroups}
            value={chosen.resourceKind}
            onChange={(kind) => set({ resourceKind: kind })}
          />
          {chosen.resourceId !== undefined && (
            <Clearable label="Thing" onClear={() => set({ resourceId: undefined })}>
              <ChipButton
                label="Thing"
                chosen={shortId(chosen.resourceId)}
                onClick={() => set({ resourceId: undefined })}
              />
            </Clearable>
          )}
        </>
      )}
      <TimeChip filters={filters} />
    </>
  );
}

function ActorChip({ filters: { chosen, set }, at }: { filters: EventFilters; at: EventPlace }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [picked, setPicked] = useState<PickedUser>();
  const found = useName(chosen.actorId === undefined ? undefined : "user", chosen.actorId);
  const name = chosen.actorId === undefined ? undefined : (found?.name ?? shortId(chosen.actorId));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (picked === undefined) return;
    set({ actorId: picked.id });
    close();
  };
  return (
    <Clearable label="Actor" onClear={name === undefined ? undefined : () => set({ actorId: undefined })}>
      <ChipButton label="Actor" chosen={name} onClick={open} />
      <Modal opened={opened} onClose={close} title="Who did it">
        <form onSubmit={apply}>
          <Stack gap="md">
            <UserPicker label="User or service user" value={picked} onChange={setPicked} from={at} />
            <ApplyButtons close={close} ready={picked !== undefined} />
          </Stack>
        </form>
      </Modal>
    </Clearable>
  );
}

function ApplyButtons({ close, ready }: { close: () => void; ready: boolean }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" disabled={!ready}>
        Show events
      </Button>
    </Group>
  );
}

const anyTime = { range: undefined, from: undefined, to: undefined };

function TimeChip({ filters: { chosen, set } }: { filters: EventFilters }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { range, from, to } = chosen;
  const custom = [from === undefined ? "" : `from ${exactTime(from)}`, to === undefined ? "" : `to ${exactTime(to)}`]
    .join(" ")
    .trim();
  const timeInWords = range === undefined ? custom || undefined : ranges[range][0].toLowerCase();
  return (
    <Clearable label="Time" onClear={timeInWords === undefined ? undefined : () => set(anyTime)}>
      <Menu position="bottom-start">
        <Menu.Target>
          <ChipButton label="Time" chosen={timeInWords} />
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(ranges) as Range[]).map((one) => (
            <Menu.Item key={one} onClick={() => set({ ...anyTime, range: one })}>
              {ranges[one][0]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={open}>From … to …</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={opened} onClose={close} title="From … to …">
        <TimeSpanForm
          from={from}
          to={to}
          close={close}
          apply={(span) => {
            set({ ...anyTime, ...span });
            close();
          }}
        />
      </Modal>
    </Clearable>
  );
}

interface TimeSpanFormProps {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly close: () => void;
  apply(between: { from: string | undefined; to: string | undefined }): void;
}

/** In the time of the reader; the address has it in UTC. */
function TimeSpanForm({ from, to, close, apply }: TimeSpanFormProps) {
  const [first, setFirst] = useState(localTime(from));
  const [last, setLast] = useState(localTime(to));
  const isWrongOrder = first !== "" && last !== "" && first >= last;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrongOrder) apply({ from: universalTime(first), to: universalTime(last) });
  };
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <TextInput
          type="datetime-local"
          label="From"
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label="To"
          value={last}
          onChange={(event) => setLast(event.currentTarget.value)}
          error={isWrongOrder && "This must be later than the beginning"}
        />
        <ApplyButtons close={close} ready={!isWrongOrder && (first !== "" || last !== "")} />
      </Stack>
    </form>
  );
}

function localTime(at: string | undefined): string {
  if (at === undefined) return "";
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function universalTime(local: string): string | undefined {
  return local === "" ? undefined : new Date(local).toISOString();
}
