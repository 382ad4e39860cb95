/** What a list is asked for, kept in the address so that it can be shared and is there again after going back. */
import { useDebouncedValue } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";

const TYPING_MS = 250;
const AT_ONCE = 50;

type Offered = Readonly<Record<string, readonly string[]>>;
type Chosen<Filters extends Offered> = { [Name in keyof Filters]?: Filters[Name][number] };

export interface ListState<Sort extends string = string, Filters extends Offered = Offered> {
  /** What stands in the search field. */
  readonly typed: string;
  setTyped(text: string): void;
  readonly sort: Sort | undefined;
  setSort(sort: string): void;
  /** The filters there are, with what they can be set to. */
  readonly offered: Filters;
  readonly filters: Chosen<Filters>;
  setFilter(name: string, value: string | undefined): void;
  /** For the query of the call. */
  readonly query: { q?: string; sort?: Sort; limit: number } & Chosen<Filters>;
  /** Whether something is left out because of a search or filter. */
  readonly narrowed: boolean;
}

/** `sorts`: what the API can sort this list by, without the minus. */
export function useListState<const Sort extends string, const Filters extends Offered = Record<never, never>>(
  sorts: readonly Sort[],
  offered: Filters = {} as Filters,
): ListState<Sort | `-${Sort}`, Filters> {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const q = typeof search.q === "string" ? search.q : "";
  const [typed, setTyped] = useState(q);
  const [settled] = useDebouncedValue(typed, TYPING_MS);

  const change = (part: Record<string, string | undefined>) =>
    navigate({ to: ".", search: (before: Record<string, unknown>) => ({ ...before, ...part }), replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed leads to another address.
  useEffect(() => {
    if (settled !== q) void change({ q: settled === "" ? undefined : settled });
  }, [settled]);

  const sort = sorts.flatMap((name) => [name, `-${name}` as const]).find((name) => name === search.sort);
  const chosen = Object.entries(offered).flatMap(([name, values]) => {
    const value = values.find((one) => one === search[name]);
    return value === undefined ? [] : [[name, value]];
  });
  const filters: Chosen<Filters> = Object.fromEntries(chosen);
  return {
    typed,
    setTyped,
    sort,
    setSort: (next) => void change({ sort: next }),
    offered,
    filters,
    setFilter: (name, value) => void change({ [name]: value }),
    query: { limit: AT_ONCE, ...(q === "" ? {} : { q }), ...(sort === undefined ? {} : { sort }), ...filters },
    narrowed: q !== "" || chosen.length > 0,
  };
}
