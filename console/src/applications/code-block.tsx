/** Code to take along: its name, a button that copies it, and the text. */
import { Box, Group, Text } from "@mantine/core";
import { Copy } from "../parts/values/copy.tsx";

export function CodeBlock({ name, text }: { name: string; text: string }) {
  return (
    <Box component="figure" className="code-block">
      <Group component="figcaption" justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed" className="mono wrap" span>
          {name}
        </Text>
        <Copy value={text} what={name} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </Box>
  );
}
