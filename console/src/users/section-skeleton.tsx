/** In place of a section whose content is on its way. */
import { Paper, Skeleton, Stack } from "@mantine/core";

export function SectionSkeleton() {
  return (
    <Paper withBorder p="lg" role="status" aria-label="Loading">
      <Stack gap="md">
        <Skeleton height={20} width={200} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Stack>
    </Paper>
  );
}
