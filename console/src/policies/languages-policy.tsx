/** Which languages the pages speak. */
import { MultiSelect, Select } from "@mantine/core";
import { narrowField } from "../parts/forms/narrow-field.ts";
import { languageName, languages } from "./languages.ts";
import type { PolicyForm } from "./policy-section.tsx";

const all = languages.map((value) => ({ value, label: languageName(value) }));

export const languagesForm: PolicyForm<"languages"> = {
  title: "Languages",
  purpose:
    "Of the sign-in and account pages. A page speaks the language that the person has chosen, else the one the application asks for, else the one the browser prefers.",
  facts: ({ offered, default: otherwise }) => [
    ["Offered", offered.map(languageName).join(", ")],
    ["Otherwise", languageName(otherwise)],
  ],
  Fields: ({ form }) => (
    <>
      <MultiSelect
        label="Offered"
        description="People choose from these, in this order. With a single one there is nothing to choose."
        data={all}
        searchable
        hidePickedOptions
        {...form.getInputProps("offered")}
      />
      <Select
        label="Otherwise"
        description="When nobody names one of those that are offered."
        data={all.filter(({ value }) => form.getValues().offered.includes(value) || form.getValues().default === value)}
        styles={narrowField}
        {...form.getInputProps("default")}
      />
    </>
  ),
};
