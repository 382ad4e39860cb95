/** The audit log of one user, person or program: what happened to the account, or what it did as a manager. */
import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { Events } from "../parts/events/events.tsx";

export function Activity({ id, organizationId }: { id: string; organizationId: string }) {
  const [side, setSide] = useState("about");
  return (
    <Stack gap="md" align="stretch">
      <SegmentedControl
        aria-label="Which events"
        value={side}
        onChange={setSide}
        transitionDuration={0}
        data={[
          { value: "about", label: "About this account" },
          { value: "by", label: "Done by it" },
        ]}
        w="fit-content"
        maw="100%"
        style={{ border: "1px solid var(--mantine-color-default-border)" }}
      />
      <Events key={side} at={{ organizationId }} about={side === "about" ? { resourceId: id } : { actorId: id }} />
    </Stack>
  );
}
