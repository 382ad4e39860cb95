/** The frame of a page: where one is, what it is for, one thing to do, and the content. */
import { Anchor, Box, Breadcrumbs, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

interface PageProps {
  readonly title: string;
  /** One line. */
  readonly purpose?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  /** The one primary action, at the right. */
  readonly action?: ReactNode;
  /** Beside the title: a state, an id. */
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export function Page({ title, purpose, crumbs, action, beside, children }: PageProps) {
  useDocumentTitle(`${title} · Signet Console`);
  return (
    <Stack gap="lg">
      <Box>
        {crumbs !== undefined && crumbs.length > 0 && (
          <Breadcrumbs component="nav" aria-label="Where you are" mb="xs" separatorMargin={6} className="crumbs">
            {crumbs.map(({ label, to }) => (
              <Anchor key={to} component={Link} to={to} c="dimmed" size="sm">
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box flex="1 1 280px" miw={0}>
            <Group gap="sm">
              <Title order={1} className="wrap">
                {title}
              </Title>
              {beside}
            </Group>
            {purpose !== undefined && (
              <Text c="dimmed" mt={4} maw={720}>
                {purpose}
              </Text>
            )}
          </Box>
          {action}
        </Group>
      </Box>
      {children}
    </Stack>
  );
}

/** In place of a page whose content is on its way. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading">
      <Skeleton height={28} width={240} />
      <Skeleton height={36} />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  );
}
