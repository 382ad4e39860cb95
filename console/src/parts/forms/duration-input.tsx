/** How long something lasts: a number and its unit, in seconds for the API. What is typed stays as it was typed. */
import "./duration-input.css";
import { NumberInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type Duration, inUnits, nameOfUnit, toSeconds, type Unit, units } from "./durations.ts";
import { narrowField } from "./narrow-field.ts";

interface DurationInputProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value?: number;
  readonly onChange: (seconds: number) => void;
  readonly error?: ReactNode;
  /** What counts when nothing is typed. */
  readonly placeholder?: string;
  /** The unit to begin with. */
  readonly unit?: Unit;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
}

export function DurationInput({ value = Number.NaN, onChange, unit, ...props }: DurationInputProps) {
  const { label } = props;
  const [typed, setTyped] = useState(() => inUnits(value, unit));
  // Another value than what was typed comes from elsewhere: it was saved, or the form was begun anew.
  const duration = Object.is(toSeconds(typed), value) ? typed : inUnits(value, unit);
  const change = (next: Duration) => {
    setTyped(next);
    onChange(toSeconds(next));
  };
  return (
    <NumberInput
      {...props}
      styles={narrowField}
      allowNegative={false}
      value={duration.amount}
      onChange={(amount) => change({ ...duration, amount })}
      rightSectionWidth={112}
      rightSection={
        <select
          aria-label={`${label}: unit`}
          className="unit"
          value={duration.unit}
          onChange={(event) =>
            change({
              ...duration,
              unit: units.find(([name]) => name === event.currentTarget.value)?.[0] ?? duration.unit,
            })
          }
        >
          {units.map(([name]) => (
            <option key={name} value={name}>
              {nameOfUnit(name, duration.amount)}
            </option>
          ))}
        </select>
      }
    />
  );
}
