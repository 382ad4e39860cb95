/** How long something lasts: a number and its unit, in seconds for the API. What is typed stays as it was typed. */
import "./duration-input.css";
import { NumberInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type Duration, inUnits, nameOfUnit, toSeconds, units } from "./durations.ts";
import { narrow } from "./narrow.ts";

interface DurationInputProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value?: number;
  readonly onChange: (seconds: number) => void;
  readonly error?: ReactNode;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
}

export function DurationInput({ label, description, value = Number.NaN, onChange, error, onBlur, onFocus }: DurationInputProps) {
  const [typed, setTyped] = useState(() => inUnits(value));
  // Another value than what was typed comes from elsewhere: it was saved, or the form was begun anew.
  const shown = Object.is(toSeconds(typed), value) ? typed : inUnits(value);
  const change = (next: Duration) => {
    setTyped(next);
    onChange(toSeconds(next));
  };
  return (
    <NumberInput
      label={label}
      description={description}
      error={error}
      styles={narrow}
      allowNegative={false}
      value={shown.amount}
      onChange={(amount) => change({ ...shown, amount })}
      {...(onBlur === undefined ? {} : { onBlur })}
      {...(onFocus === undefined ? {} : { onFocus })}
      rightSectionWidth={112}
      rightSection={
        <select
          aria-label={`${label}: unit`}
          className="unit"
          value={shown.unit}
          onChange={(event) => change({ ...shown, unit: units.find(([name]) => name === event.currentTarget.value)?.[0] ?? shown.unit })}
        >
          {units.map(([name]) => (
            <option key={name} value={name}>
              {nameOfUnit(name, shown.amount)}
            </option>
          ))}
        </select>
      }
    />
  );
}
