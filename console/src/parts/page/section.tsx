/** A part of a page that is looked at, and saved, for itself. */
import { Box, Group, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  readonly purpose?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  /** `plain`: without a frame, around what has one of its own, such as a list. */
  readonly tone?: "danger" | "plain";
}

const framed = { withBorder: true, p: { base: "md", sm: "lg" } } as const;
const plain = { bg: "transparent" } as const;

export function Section({ title, purpose, action, children, tone }: SectionProps) {
  return (
    <Paper component="section" aria-label={title} className={tone} {...(tone === "plain" ? plain : framed)}>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box flex="1 1 240px" miw={0}>
          <Title order={2}>{title}</Title>
          {purpose !== undefined && (
            <Text c="dimmed" mt={4} maw={640} size="sm">
              {purpose}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      {children}
    </Paper>
  );
}

/** Names and values, such as ids and times. */
export function Facts({ items }: { items: readonly (readonly [name: string, value: ReactNode] | undefined)[] }) {
  return (
    <dl className="facts">
      {items.map((item) =>
        item === undefined ? null : (
          <div key={item[0]}>
            <dt>{item[0]}</dt>
            <dd>{item[1]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
