/** What is set for a framework, why, and how we know. */
import { Alert, List, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { Framework } from "../frameworks/framework.ts";
import { callersSentence } from "../frameworks/words.ts";

export function FrameworkReasons({ framework }: { framework: Framework }) {
  const { name, why, callers, tried } = framework;
  return (
    <Alert
      variant="outline"
      color="gray"
      icon={<IconInfoCircle aria-hidden />}
      title={`Set for ${name}, as it comes`}
      className="plain-text"
      role="status"
    >
      <List size="sm" spacing={4}>
        {[...why, ...(callers === undefined ? [] : [callersSentence(callers)])].map((reason) => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt="xs">
        {tried === undefined
          ? "From its source and manual; our own tests do not run it."
          : `Our own tests sign in with version ${tried.version} and these settings.`}
      </Text>
    </Alert>
  );
}
