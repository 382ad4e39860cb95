/** An address or a number, and whether it is known to be theirs. */
import { Group, Text, Tooltip } from "@mantine/core";
import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { State } from "../parts/values/state.tsx";

interface AddressStanding {
  readonly verified: boolean;
  /** By the person, and not by a manager's word. */
  readonly proven: boolean;
}

const PROVED = "Proved by the person";
const VOUCHED = "Vouched for by a manager";

/** In a list: short, with a mark. */
export function EmailAddress({ email, verified, proven }: AddressStanding & { email: string }) {
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
        <Tooltip label={proven ? PROVED : VOUCHED}>
          <IconRosetteDiscountCheck
            size={14}
            role="img"
            aria-label={proven ? PROVED : VOUCHED}
            className={proven ? "tone-good fixed" : "fixed"}
          />
        </Tooltip>
      )}
    </Group>
  );
}

/** On a page: in words. */
export function EmailStanding({ verified, proven }: AddressStanding) {
  if (!verified) return <State state="unverified" label="Not verified" />;
  return <State state="active" label={proven ? PROVED : VOUCHED} />;
}
