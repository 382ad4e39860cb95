/** Chooses a framework, library or product by typing a part of its name, or of what else people call it. */
import { type ComboboxItem, type OptionsFilter, Select } from "@mantine/core";
import { type Framework, frameworkGroups } from "./frameworks/framework.ts";

interface FrameworkSelectProps {
  readonly offered: readonly Framework[];
  readonly value: string | null;
  onChange(id: string | null): void;
  readonly description?: string;
  readonly placeholder?: string;
  /** Whether none of them may be chosen. */
  readonly clearable?: boolean;
}

export function FrameworkSelect({ offered, value, onChange, clearable = false, ...words }: FrameworkSelectProps) {
  return (
    <Select
      label="Framework or product"
      {...words}
      data={frameworkGroups
        .map((group) => ({
          group,
          items: offered.filter((one) => one.group === group).map(({ id, name }) => ({ value: id, label: name })),
        }))
        .filter(({ items }) => items.length > 0)}
      value={value}
      onChange={onChange}
      searchable
      clearable={clearable}
      allowDeselect={false}
      clearButtonProps={{ "aria-label": "Something else" }}
      filter={byAnyName(offered)}
      nothingFoundMessage="Not in the list. Any library for OpenID Connect works: leave this empty."
      maxDropdownHeight={320}
      maw={420}
    />
  );
}

function byAnyName(offered: readonly Framework[]): OptionsFilter {
  const names = new Map(
    offered.map(({ id, name, library, group, alsoCalled = [] }) => [id, [name, library, group, ...alsoCalled]]),
  );
  return ({ options, search }) => {
    const words = search.toLowerCase().split(/[\s,]+/);
    const fits = ({ value }: ComboboxItem) => {
      const text = (names.get(value) ?? []).join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return options
      .map((option) => ("group" in option ? { ...option, items: option.items.filter(fits) } : option))
      .filter((option) => ("group" in option ? option.items.length > 0 : fits(option)));
  };
}
