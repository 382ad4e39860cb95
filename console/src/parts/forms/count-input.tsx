/** A whole number. One that is out of bounds stays as it was typed, and is refused where it is judged. */
import { NumberInput, type NumberInputProps } from "@mantine/core";
import { narrowField } from "./narrow-field.ts";

export function CountInput(props: NumberInputProps) {
  return <NumberInput styles={narrowField} allowDecimal={false} allowNegative={false} {...props} />;
}
