/** Who a user is, in a list; leads to them for whoever may look at them. */
import { Anchor, Box, Group, Text } from "@mantine/core";
import { IconRobot, IconUser } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../../api.ts";
import { useMay } from "../../may.tsx";
import { pathOfUser } from "../../paths.ts";

export function UserName({ user }: { user: Schemas["UserSummary"] }) {
  const { displayName, loginName, kind, organizationId } = user;
  const mayLook = useMay({ organizationId }).has(kind === "human" ? "user.read" : "service_user.read");
  const Icon = kind === "human" ? IconUser : IconRobot;
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={16} aria-label={kind === "human" ? "Person" : "Service user"} role="img" className="fixed" />
      <Box miw={0}>
        {mayLook ? (
          <Anchor component={Link} to={pathOfUser(user)} className="row-link" c="inherit" fw={500}>
            {displayName}
          </Anchor>
        ) : (
          <Text span fw={500}>
            {displayName}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {loginName}
        </Text>
      </Box>
    </Group>
  );
}
