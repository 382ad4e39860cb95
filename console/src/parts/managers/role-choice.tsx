/** Choosing a manager role: each with what it is for and, opened, all that it may do. */
import { Anchor, Box, Collapse, Group, Paper, Radio, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useId } from "react";
import { Permissions } from "./meanings.tsx";
import type { RoleMeaning } from "./place.ts";

interface RoleChoiceProps {
  readonly roles: readonly RoleMeaning[];
  readonly value: string;
  readonly onChange: (role: string) => void;
  readonly error?: unknown;
}

export function RoleChoice({ roles, value, onChange, error }: RoleChoiceProps) {
  return (
    <Radio.Group
      label="Role"
      required
      value={value}
      onChange={onChange}
      error={typeof error === "string" ? error : undefined}
    >
      <Stack gap="xs" mt={4} mb={error === undefined ? 0 : 4}>
        {roles.map((role) => (
          <RoleCard key={role.role} role={role} chosen={role.role === value} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function RoleCard({ role, chosen }: { role: RoleMeaning; chosen: boolean }) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <Paper withBorder px="sm" py="xs" className="choice" data-chosen={chosen || undefined}>
      <Group gap="xs" align="flex-start" justify="space-between">
        <Radio value={role.role} label={`${role.title} (${role.role})`} description={role.purpose} flex="1 1 260px" />
        <Anchor
          component="button"
          type="button"
          size="xs"
          onClick={toggle}
          aria-expanded={opened}
          aria-controls={id}
          className="above"
        >
          {opened ? "Hide what it may do" : "What it may do"}
        </Anchor>
      </Group>
      <Collapse id={id} expanded={opened} className="above">
        {opened && (
          <Box pl={32} pt="xs">
            <Permissions of={role} />
          </Box>
        )}
      </Collapse>
    </Paper>
  );
}
