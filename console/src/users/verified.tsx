/** An address or a number, and whether it is known to be theirs. */
import { Group, Text, Tooltip } from "@mantine/core";
import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { State } from "../parts/state.tsx";

/** In a list: short, with a mark. */
export function EmailAddress({ email, verified }: { email: string; verified: boolean }) {
  if (email === "")
    return (
      <Text span inherit c="dimmed">
        none
      </Text>
    );
  return (
    <Group gap={4} wrap="nowrap">
      <span>{email}</span>
      {verified && (
        <Tooltip label="Verified">
          <IconRosetteDiscountCheck size={14} role="img" aria-label="verified" className="tone-good fixed" />
        </Tooltip>
      )}
    </Group>
  );
}

/** On a page: in words. */
export function Verified({ verified }: { verified: boolean }) {
  return verified ? <State state="active" label="Verified" /> : <State state="unverified" label="Not verified" />;
}
