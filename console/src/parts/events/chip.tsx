/** A filter: says what it is set to, and goes away beside it. */
import { ActionIcon, Button, Combobox, Group, useCombobox } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useState } from "react";

interface ChipProps extends Omit<ComponentProps<typeof Button<"button">>, "children"> {
  readonly label: string;
  readonly chosen: ReactNode;
}

/** The button alone: what it opens is around it. */
export function ChipButton({ label, chosen, ...button }: ChipProps) {
  return (
    <Button variant={chosen === undefined ? "default" : "light"} radius="xl" size="xs" maw="100%" {...button}>
      {chosen === undefined ? (
        label
      ) : (
        <>
          {label}:&nbsp;{chosen}
        </>
      )}
    </Button>
  );
}

export function Clearable({
  label,
  onClear,
  children,
}: {
  label: string;
  onClear: (() => void) | undefined;
  children: ReactNode;
}) {
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      {children}
      {onClear !== undefined && (
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Any ${label.toLowerCase()}`} onClick={onClear}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  );
}

export interface ChoiceGroup {
  readonly heading: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

interface ChoiceChipProps {
  readonly label: string;
  readonly groups: readonly ChoiceGroup[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One of many, found by typing. */
export function ChoiceChip({ label, groups, value, onChange }: ChoiceChipProps) {
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose() {
      combobox.resetSelectedOption();
      setTyped("");
    },
  });
  const chosen = groups.flatMap(({ choices }) => choices).find((choice) => choice.value === value)?.label;
  const wanted = typed.trim().toLowerCase();
  const offered = groups
    .map(({ heading, choices }) => ({
      heading,
      choices: choices.filter((choice) => `${heading} ${choice.label} ${choice.value}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ choices }) => choices.length > 0);
  return (
    <Clearable label={label} onClear={value === undefined ? undefined : () => onChange(undefined)}>
      <Combobox
        store={combobox}
        width={320}
        position="bottom-start"
        onOptionSubmit={(next) => {
          combobox.closeDropdown();
          onChange(next);
        }}
      >
        <Combobox.Target targetType="button">
          <ChipButton label={label} chosen={chosen} onClick={() => combobox.toggleDropdown()} />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            value={typed}
            aria-label={`Find: ${label.toLowerCase()}`}
            placeholder="Find"
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
          />
          <Combobox.Options mah={320} className="scrolls" aria-label={label}>
            {offered.map(({ heading, choices }) => (
              <Combobox.Group key={heading} label={heading}>
                {choices.map((choice) => (
                  <Combobox.Option key={choice.value} value={choice.value} active={choice.value === value}>
                    {choice.label}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {offered.length === 0 && <Combobox.Empty>Nothing of that name</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Clearable>
  );
}
