/**
 * Choosing a user: typing finds people and service users of a place. Where one may not look for them, their id does.
 */
import { Box, Combobox, Group, Text, TextInput, useCombobox } from "@mantine/core";
import { IconRobot, IconSearch, IconUser } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Place } from "../../may.tsx";
import { useSelectedOption } from "../forms/selected-option.ts";
import { ProblemAlert } from "../page/problem.tsx";
import { type PickedUser, useCandidates } from "./candidates.ts";

export type { PickedUser };

interface UserPickerProps {
  readonly label: string;
  readonly value: PickedUser | undefined;
  readonly onChange: (user: PickedUser | undefined) => void;
  /** Users of an organization, those that a project or a grant can be given to, or of the whole instance: `{}`. */
  readonly from: Place;
  readonly error?: unknown;
  readonly description?: ReactNode;
}

export function UserPicker(props: UserPickerProps) {
  const { label, value, onChange, from, description } = props;
  // What is typed, while something is; otherwise the field shows who is chosen.
  const [typed, setTyped] = useState<string>();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useCandidates(from, typed ?? "", combobox.dropdownOpened);
  const error = props.error as ReactNode;
  const offered = [...found.people, ...found.programs];
  useSelectedOption(
    combobox,
    offered.map(({ id }) => id),
    typed?.trim() || undefined,
  );

  if (found.searchable === false) return <UserIdField {...props} />;
  const close = () => {
    combobox.closeDropdown();
    setTyped(undefined);
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onChange(offered.find((user) => user.id === id));
        close();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          label={label}
          description={description}
          error={error}
          required
          placeholder="Type a name, a login name or an e-mail address"
          leftSection={<KindIcon kind={value?.kind} />}
          value={typed ?? (value === undefined ? "" : nameOf(value))}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            if (value !== undefined) onChange(undefined);
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={close}
          spellCheck={false}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {found.problem !== null && found.problem !== undefined ? (
          <ProblemAlert problem={found.problem} />
        ) : (
          <Combobox.Options mah={300} className="scrolls" aria-label={label}>
            <Options label="People" users={found.people} />
            <Options label="Service users" users={found.programs} />
            {offered.length === 0 && <Combobox.Empty>{found.looking ? "Looking" : sayNobody(typed)}</Combobox.Empty>}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Options({ label, users }: { label: string; users: readonly PickedUser[] }) {
  if (users.length === 0) return null;
  return (
    <Combobox.Group label={label}>
      {users.map(({ id, displayName, loginName, kind }) => (
        <Combobox.Option key={id} value={id}>
          <Group gap="xs" wrap="nowrap">
            <KindIcon kind={kind} />
            <Box miw={0}>
              <Text size="sm">{displayName}</Text>
              <Text size="xs" c="dimmed">
                {loginName}
              </Text>
            </Box>
          </Group>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

function KindIcon({ kind }: { kind: PickedUser["kind"] | undefined }) {
  const Icon = kind === undefined ? IconSearch : kind === "human" ? IconUser : IconRobot;
  return <Icon size={16} aria-hidden className="fixed" />;
}

function nameOf({ displayName, loginName }: PickedUser): string {
  return displayName === loginName ? loginName : `${displayName} (${loginName})`;
}

function sayNobody(typed: string | undefined): string {
  return typed === undefined || typed.trim() === "" ? "There are no users here yet" : "Nobody of that name here";
}

/** Whoever may not look for users can still name one they know. */
function UserIdField({ label, value, onChange, error, description }: UserPickerProps) {
  return (
    <TextInput
      label={label}
      description={
        description ?? "You may not look for users here. Ask them, or whoever manages them, for their user id."
      }
      error={error as ReactNode}
      required
      placeholder="User id"
      value={value?.id ?? ""}
      onChange={(event) => {
        const id = event.currentTarget.value.trim();
        onChange(id === "" ? undefined : { id, kind: "human", loginName: id, displayName: id });
      }}
      spellCheck={false}
      autoComplete="off"
    />
  );
}
