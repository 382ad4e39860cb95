/** Roles of a project: to choose from, and as they are listed. */
import { Badge, Box, Checkbox, Group, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { FormOf } from "../forms/api-form.tsx";
import { ProblemAlert } from "../page/problem.tsx";
import { State } from "../values/state.tsx";
import { type Role, type RolePlace, useRolesAt } from "./reading.ts";

interface RolesFieldProps<Values> {
  readonly form: FormOf<Values>;
  /** Whose roles can be chosen. */
  readonly place: RolePlace;
  /** In place of the choice, where there are none. */
  readonly none: ReactNode;
  readonly label?: string;
  readonly description?: ReactNode;
}

/** The field `roleKeys` of a form. */
export function RolesField<Values extends { roleKeys: string[] }>(props: RolesFieldProps<Values>) {
  const { form, place, none, label = "Roles", description } = props;
  const roles = useRolesAt(place);
  const { onChange, error } = form.getInputProps("roleKeys");
  if (roles.error !== null) return <ProblemAlert problem={roles.error} />;
  if (roles.data === undefined) return <Skeleton height={96} role="status" aria-label="Loading" />;
  if (roles.data.items.length === 0)
    return (
      <Text size="sm" c="dimmed" component="div">
        {none}
      </Text>
    );
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={form.values.roleKeys}
      onChange={onChange}
      error={error}
    >
      <Stack gap="sm" my={8}>
        {inGroups(roles.data.items).map(([group, members]) => (
          <Box key={group}>
            {group !== "" && (
              <Text size="xs" c="dimmed" mb={4}>
                {group}
              </Text>
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
              {members.map((role) => (
                <RoleCard key={role.key} role={role} />
              ))}
            </SimpleGrid>
          </Box>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function RoleCard({ role: { key, displayName } }: { role: Role }) {
  return (
    <Checkbox.Card value={key} px="sm" py={8} mih={36}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Checkbox.Indicator mt={1} size="xs" />
        <Box miw={0}>
          <Text size="sm" className="wrap">
            {displayName}
          </Text>
          {displayName !== key && (
            <Text size="xs" c="dimmed" ff="monospace" className="wrap">
              {key}
            </Text>
          )}
        </Box>
      </Group>
    </Checkbox.Card>
  );
}

/** Those of no group first. */
function inGroups(roles: readonly Role[]): [group: string, roles: Role[]][] {
  const groups = Map.groupBy(roles, ({ group }) => group);
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}

interface RoleKeysProps {
  readonly keys: readonly string[];
  readonly none?: string;
  /** Said here on narrow screens, where it has no column, unless it is active. */
  readonly state?: string;
}

/** The keys, as tokens carry them. */
export function RoleKeys({ keys, none = "None", state = "active" }: RoleKeysProps) {
  return (
    <Group gap={4}>
      {keys.length === 0 && (
        <Text span size="sm" c="dimmed">
          {none}
        </Text>
      )}
      {keys.map((key) => (
        <RoleMark key={key}>{key}</RoleMark>
      ))}
      {state !== "active" && (
        <Box hiddenFrom="sm">
          <State state={state} />
        </Box>
      )}
    </Group>
  );
}

export function RoleMark({ children }: { children: ReactNode }) {
  return (
    <Badge
      variant="default"
      radius="sm"
      fw={400}
      tt="none"
      ff="monospace"
      fz={12}
      px={6}
      h="auto"
      mih={22}
      classNames={{ label: "wrap" }}
    >
      {children}
    </Badge>
  );
}
