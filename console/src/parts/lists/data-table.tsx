/**
 * A list: search, filters, order, rows that lead somewhere, a menu for each, more at the end, and something to say when
 * empty.
 */
import {
  ActionIcon,
  Anchor,
  Button,
  Center,
  Group,
  Menu,
  Paper,
  Skeleton,
  Table,
  Text,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDots, IconSearch, IconSelector, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent, ReactNode } from "react";
import { ProblemAlert } from "../page/problem.tsx";
import { inWords } from "../values/words.ts";
import type { ListState } from "./list-state.ts";

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  /** The name of the order at the API, where one can sort by this. */
  readonly sort?: string;
  /** Left out on narrow screens. */
  readonly wide?: boolean;
  readonly align?: "end";
}

/** A list that is read page by page: what `useInfiniteQuery` gives. */
export interface Pages<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

/** A list that is read at once: what `useQuery` gives. */
export interface WholeList<Item> {
  readonly data: { readonly items: readonly Item[] } | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

interface DataTableProps<Item> {
  /** What is listed, as a heading for those who cannot see: "Projects". */
  readonly label: string;
  readonly list: Pages<Item> | WholeList<Item>;
  /** The first column names the item; with `to` it is a link. */
  readonly columns: readonly [Column<Item>, ...Column<Item>[]];
  readonly id: (item: Item) => string;
  /** Where a row leads, as a path of the Console. */
  readonly to?: (item: Item) => string;
  /** Instead of `to`: shows what else there is to know about it, without leaving the page. */
  readonly open?: (item: Item) => void;
  /** The items of a row's menu. */
  readonly menu?: (item: Item) => ReactNode;
  readonly state?: ListState;
  /** Placeholder of the search field; without it there is none. */
  readonly search?: string;
  readonly empty: ReactNode;
}

export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, list, columns, state, search, empty } = props;
  const filters = Object.keys(state?.offered ?? {});
  const items =
    list.data === undefined
      ? undefined
      : "pages" in list.data
        ? list.data.pages.flatMap((page) => page.items)
        : list.data.items;
  const isEmpty = items?.length === 0 && !(state?.narrowed ?? false);
  return (
    <div>
      {state !== undefined && !isEmpty && (search !== undefined || filters.length > 0) && (
        <Group gap="xs" mb="sm">
          {search !== undefined && <SearchField state={state} placeholder={search} />}
          {filters.map((name) => (
            <FilterChip key={name} name={name} state={state} />
          ))}
        </Group>
      )}
      <Paper withBorder className="table-frame">
        {list.error !== null && list.error !== undefined ? (
          <ProblemAlert problem={list.error} again={() => void list.refetch()} />
        ) : items === undefined ? (
          <Rows count={5} />
        ) : isEmpty ? (
          empty
        ) : items.length === 0 ? (
          <Center py="xl">
            <Text c="dimmed" size="sm">
              Nothing matches. Look for something else, or take the filters away.
            </Text>
          </Center>
        ) : (
          <Table.ScrollContainer minWidth={0} type="native">
            <Table aria-label={label} verticalSpacing="xs" highlightOnHover>
              <Head columns={columns} state={state} menu={props.menu !== undefined} />
              <Table.Tbody onKeyDown={moveBetweenRows}>
                {items.map((item) => (
                  <Row key={props.id(item)} {...props} item={item} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Paper>
      {items !== undefined && items.length > 0 && <ListFooter list={list} count={items.length} />}
    </div>
  );
}

function Head<Item>({
  columns,
  state,
  menu,
}: {
  columns: readonly Column<Item>[];
  state: ListState | undefined;
  menu: boolean;
}) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => {
          const { title, sort, wide, align } = column;
          const order = state?.sort === sort ? "ascending" : state?.sort === `-${sort}` ? "descending" : "none";
          return (
            <Table.Th
              key={title}
              {...(wide ? { visibleFrom: "sm" } : {})}
              ta={align}
              {...(sort && state ? { "aria-sort": order } : {})}
            >
              {sort === undefined || state === undefined ? (
                title
              ) : (
                <UnstyledButton
                  fz="inherit"
                  fw="inherit"
                  onClick={() => state.setSort(order === "ascending" ? `-${sort}` : sort)}
                >
                  <Group gap={4} wrap="nowrap">
                    {title}
                    {order === "none" ? (
                      <IconSelector size={14} aria-hidden />
                    ) : order === "ascending" ? (
                      <IconArrowUp size={14} aria-hidden />
                    ) : (
                      <IconArrowDown size={14} aria-hidden />
                    )}
                  </Group>
                </UnstyledButton>
              )}
            </Table.Th>
          );
        })}
        {menu && (
          <Table.Th w={48}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

function Row<Item>({ item, columns, id, to, open, menu }: DataTableProps<Item> & { item: Item }) {
  const actions = menu?.(item);
  return (
    <Table.Tr data-row={id(item)}>
      {columns.map(({ title, cell, wide, align }, index) => (
        <Table.Td key={title} {...(wide ? { visibleFrom: "sm" } : {})} ta={align}>
          {index === 0 && to !== undefined ? (
            <Anchor component={Link} to={to(item)} className="row-link" c="inherit" fw={500}>
              {cell(item)}
            </Anchor>
          ) : index === 0 && open !== undefined ? (
            <Anchor
              component="button"
              type="button"
              className="row-link"
              c="inherit"
              fw={500}
              ta="start"
              onClick={() => open(item)}
            >
              {cell(item)}
            </Anchor>
          ) : (
            cell(item)
          )}
        </Table.Td>
      ))}
      {menu !== undefined && (
        <Table.Td>
          {actions !== null && actions !== undefined && (
            <Menu>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label="Actions">
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>{actions}</Menu.Dropdown>
            </Menu>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** Arrow keys go from row to row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.classList.contains("row-link")) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(".row-link")];
  const next = links[links.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function SearchField({ state, placeholder }: { state: ListState; placeholder: string }) {
  return (
    <TextInput
      type="search"
      flex="1 1 200px"
      maw={360}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={state.typed}
      onChange={(event) => state.setTyped(event.currentTarget.value)}
    />
  );
}

/** A filter that is on says what it is, and goes away when it is pressed again. */
function FilterChip({ name, state }: { name: string; state: ListState }) {
  const chosen = state.filters[name];
  return (
    <Group gap={4} wrap="nowrap">
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant={chosen === undefined ? "default" : "light"} radius="xl" size="xs">
            {chosen === undefined ? inWords(name) : `${inWords(name)}: ${inWords(chosen)}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {state.offered[name]?.map((value) => (
            <Menu.Item key={value} onClick={() => state.setFilter(name, value)}>
              {inWords(value)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Any ${inWords(name).toLowerCase()}`}
          onClick={() => state.setFilter(name, undefined)}
        >
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  );
}

function ListFooter<Item>({ list, count }: { list: Pages<Item> | WholeList<Item>; count: number }) {
  const more = "hasNextPage" in list && list.hasNextPage;
  return (
    <Group justify="space-between" mt="xs" mih={30}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {more ? `${count} shown, and there are more` : count === 1 ? "1 in all" : `${count} in all`}
      </Text>
      {more && (
        <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Group>
  );
}

function Rows({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading" className="skeleton-rows">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Skeleton key={row} height={20} my={14} />
      ))}
    </div>
  );
}
