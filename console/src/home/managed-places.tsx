/** The projects, and granted projects, that somebody manages one by one. */
import { Anchor, Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { IconApps, IconFolderShare } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api.ts";
import { Section } from "../parts/page/section.tsx";
import { paths } from "../paths.ts";

export function ManagedPlaces({ roles }: { roles: readonly Schemas["ManagerRole"][] }) {
  const places = Map.groupBy(
    roles.filter(({ place }) => place.level === "project" || place.level === "project_grant"),
    ({ place }) => `${place.level} ${place.id}`,
  );
  if (places.size === 0) return null;
  return (
    <Section title="You manage" tone="plain">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {[...places].map(([key, held]) => (
          <PlaceCard key={key} held={held} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function PlaceCard({ held }: { held: readonly Schemas["ManagerRole"][] }) {
  const place = held[0]?.place;
  if (place === undefined) return null;
  const id = place.id ?? "";
  const isProject = place.level === "project";
  const Icon = isProject ? IconApps : IconFolderShare;
  return (
    <Paper withBorder p="md">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Icon size={18} aria-hidden className="fixed" />
        <div>
          <Anchor component={Link} to={isProject ? paths.project(id) : paths.projectGrant(id)} fw={600}>
            {place.name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {isProject ? "Project" : "Project of another organization, granted to yours"}
          </Text>
          <Text size="sm" mt="xs">
            {held.map(({ title }) => title).join(", ")}
          </Text>
        </div>
      </Group>
    </Paper>
  );
}
