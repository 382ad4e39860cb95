/** What was granted and waits for an answer, above the list of everything. */
import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { api } from "../api.ts";
import { Section } from "../parts/page/section.tsx";
import { RoleKeys } from "../parts/role-assignments/roles.tsx";
import { paths } from "../paths.ts";

const AT_ONCE = 10;

export function WaitingGrants({ organizationId }: { organizationId: string }) {
  const { data } = api.useQuery("get", "/organizations/{organizationId}/received-grants", {
    params: { path: { organizationId }, query: { state: "pending", limit: AT_ONCE, sort: "-createdAt" } },
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Section
      tone="plain"
      title="Waiting for an answer"
      purpose="Nobody gets in through these until an owner of this organization accepts."
    >
      <Stack gap="sm" component="ul" className="plain-list">
        {data.items.map(({ id, projectName, ownerOrganizationName, ownerOrganizationDomain, roleKeys }) => (
          <Paper key={id} component="li" withBorder p="md">
            <Group justify="space-between" gap="sm">
              <Stack gap={4} flex="1 1 240px" miw={0}>
                <Anchor component={Link} to={paths.projectGrant(id)} fw={600} className="wrap" c="inherit">
                  {projectName}
                </Anchor>
                <Text size="sm" c="dimmed" className="wrap">
                  From {ownerOrganizationName} ({ownerOrganizationDomain})
                </Text>
                <RoleKeys keys={roleKeys} none="No roles" />
              </Stack>
              <Button
                variant="default"
                component={Link}
                to={paths.projectGrant(id)}
                aria-label={`Look at it: ${projectName}`}
              >
                Look at it
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
      {data.nextCursor !== undefined && (
        <Text size="sm" c="dimmed" mt="xs">
          There are more: look for the state pending below.
        </Text>
      )}
    </Section>
  );
}
