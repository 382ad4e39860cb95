/** What is set for a framework, why, and how we know. */
import { List, Paper, Text } from "@mantine/core";
import type { Framework } from "../frameworks/framework.ts";
import { callersSentence } from "../frameworks/words.ts";

export function FrameworkReasons({ framework }: { framework: Framework }) {
  const { name, why, callers, tried } = framework;
  return (
    <Paper withBorder p="md" role="status">
      <Text fw={600}>Set for {name}, as it comes</Text>
      <List size="sm" spacing={4} mt={4}>
        {[...why, ...(callers === undefined ? [] : [callersSentence(callers)])].map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt="xs">
        {tried === undefined
          ? "From its source and manual; our own tests do not run it."
          : `Our own tests sign in with version ${tried.version} and these settings.`}
      </Text>
    </Paper>
  );
}
