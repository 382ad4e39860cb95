/** Several things to tick, each with a sentence about what it does. */
import { Checkbox, Stack } from "@mantine/core";
import type { ReactNode } from "react";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
}

/** "Passkey, Code by e-mail" */
export function namesOf<Value extends string>(choices: readonly Choice<Value>[], chosen: readonly Value[]): string {
  const names = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return names.length === 0 ? "Nothing" : names.join(", ");
}

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly description?: string;
  readonly choices: readonly Choice<Value>[];
  readonly value?: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
  readonly error?: ReactNode;
}

/** They stay in the order in which they are offered, whichever is ticked first. */
export function Choices<Value extends string>({
  label,
  description,
  choices,
  value = [],
  onChange,
  error,
}: ChoicesProps<Value>) {
  return (
    <Checkbox.Group
      label={label}
      description={description}
      error={error}
      value={[...value]}
      onChange={(chosen) => onChange(choices.map((choice) => choice.value).filter((one) => chosen.includes(one)))}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
