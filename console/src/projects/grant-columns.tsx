/** What lists of project grants show of each, from either side. */
import { Group, Text } from "@mantine/core";
import type { Schemas } from "../api.ts";
import type { Column } from "../parts/lists/data-table.tsx";
import { RoleKeys } from "../parts/role-assignments/roles.tsx";
import { State } from "../parts/values/state.tsx";
import { When } from "../parts/values/when.tsx";
import { isFromBefore } from "./grant-answer-actions.ts";

type Grant = Schemas["ProjectGrant"];

export const grantStates = ["pending", "active", "inactive", "refused"] as const;

const unconfirmed = "to confirm";

/** One from before is as active as it is, and not confirmed. */
export function GrantState({ grant }: { grant: Grant }) {
  return (
    <Group gap={6} component="span" display="inline-flex">
      <State state={grant.state} />
      {isFromBefore(grant) && (
        <Text span size="sm" c="dimmed">
          {unconfirmed}
        </Text>
      )}
    </Group>
  );
}

export const grantColumns: readonly Column<Grant>[] = [
  {
    title: "Granted roles",
    cell: (grant) => (
      <>
        <RoleKeys keys={grant.roleKeys} state={grant.state} />
        {isFromBefore(grant) && (
          <Text size="sm" c="dimmed" hiddenFrom="sm">
            {unconfirmed}
          </Text>
        )}
      </>
    ),
  },
  { title: "State", wide: true, cell: (grant) => <GrantState grant={grant} /> },
  { title: "Granted", sort: "createdAt", wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];
