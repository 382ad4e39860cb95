/** A word with the picture of its kind before it. */
import { Group } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";

export function WithIcon({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Icon size={16} aria-hidden className="fixed" />
      <span>{children}</span>
    </Group>
  );
}
