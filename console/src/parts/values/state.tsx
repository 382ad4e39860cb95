/** A state: a word with a mark whose shape says the same. */
import { Group, Text } from "@mantine/core";
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
  IconHourglass,
  IconLock,
  IconX,
} from "@tabler/icons-react";

const marks = {
  active: ["Active", "good", IconCircleCheck],
  inactive: ["Inactive", "quiet", IconCircleMinus],
  deactivated: ["Inactive", "quiet", IconCircleMinus],
  pending: ["Pending", "warn", IconHourglass],
  refused: ["Refused", "quiet", IconX],
  locked: ["Locked", "bad", IconLock],
  unverified: ["Unverified", "warn", IconCircleDashed],
  initial: ["Not signed in yet", "warn", IconCircleDashed],
  expired: ["Expired", "quiet", IconClock],
  revoked: ["Revoked", "bad", IconX],
  removed: ["Removed", "quiet", IconX],
  ended: ["Ended", "quiet", IconX],
} as const;

export function State({ state, label }: { state: string; label?: string }) {
  const [word, tone, Icon] = marks[state as keyof typeof marks] ?? [
    state.replaceAll("_", " "),
    "quiet",
    IconCircleDashed,
  ];
  return (
    <Group
      gap={6}
      wrap="nowrap"
      component="span"
      display="inline-flex"
      className={`tone-${tone}`}
      style={{ verticalAlign: "middle", whiteSpace: "nowrap" }}
    >
      <Icon size={14} aria-hidden />
      <Text span size="sm" inherit>
        {label ?? word}
      </Text>
    </Group>
  );
}
