/** What lists of project grants show of each, from either side. */
import type { Schemas } from "../api.ts";
import type { Column } from "../parts/data-table.tsx";
import { RoleKeys } from "../parts/role-assignment-roles.tsx";
import { State } from "../parts/state.tsx";
import { When } from "../parts/when.tsx";

export const grantColumns: readonly Column<Schemas["ProjectGrant"]>[] = [
  { title: "Granted roles", cell: ({ roleKeys, state }) => <RoleKeys keys={roleKeys} state={state} /> },
  { title: "State", wide: true, cell: ({ state }) => <State state={state} /> },
  { title: "Granted", sort: "createdAt", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];
