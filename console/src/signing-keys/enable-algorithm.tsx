/** Algorithms that have no keys yet. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { changed, client } from "../api.ts";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { Section } from "../parts/page/section.tsx";
import type { SigningKey } from "./key-times.ts";
import { algorithmNames } from "./words.ts";

const offered = [
  ["RS256", "Every client library understands it."],
  ["ES256", "Short signatures, understood by nearly all client libraries."],
  ["EdDSA", "Short and fast to make. Older client libraries do not understand it."],
] as const;

export function EnableAlgorithm({ inUse }: { inUse: readonly SigningKey["algorithm"][] }) {
  const others = offered.filter(([algorithm]) => !inUse.includes(algorithm));
  if (others.length === 0) return null;
  return (
    <Section title="Further algorithms" purpose="Applications can choose an algorithm as soon as it has keys.">
      <Stack gap="md">
        {others.map(([algorithm, what]) => (
          <Group key={algorithm} justify="space-between" gap="sm">
            <Text size="sm" flex="1 1 240px">
              <b>{algorithmNames[algorithm]}</b>. {what}
            </Text>
            <Button
              variant="default"
              onClick={() =>
                confirm({
                  action: `Enable ${algorithm}`,
                  consequence: `Makes a key that signs and a spare, and publishes both. Nothing changes for applications until they choose ${algorithm}. An algorithm stays once it is enabled.`,
                  run: () => changed(client.POST("/signing-keys/enable", { body: { algorithm } })),
                  done: `${algorithm} is enabled`,
                })
              }
            >
              Enable {algorithm}
            </Button>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
