/** The audit log of one user, person or program: what happened to the account, or what it did as a manager. */
import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { Events } from "../parts/events/events.tsx";

export function Activity({ id, organizationId }: { id: string; organizationId: string }) {
  const [whichEvents, setWhichEvents] = useState("about");
  return (
    <Stack gap="md" align="stretch">
      <SegmentedControl
        aria-label="Which events"
        value={whichEvents}
        onChange={setWhichEvents}
        transitionDuration={0}
        data={[
          { value: "about", label: "About this account" },
          { value: "by", label: "Done by it" },
        ]}
        w="fit-content"
        maw="100%"
        style={{ border: "1px solid var(--mantine-color-default-border)" }}
      />
      <Events
        key={whichEvents}
        at={{ organizationId }}
        about={whichEvents === "about" ? { resourceId: id } : { actorId: id }}
      />
    </Stack>
  );
}
