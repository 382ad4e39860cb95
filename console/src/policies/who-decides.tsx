/** Whether a place decides for itself or follows another one, and the way from the one to the other. */
import { Button, Group, Text } from "@mantine/core";
import { confirm } from "../parts/dialogs/confirm.tsx";
import type { PolicyPlace } from "./policy-calls.ts";

interface WhoDecidesProps {
  readonly place: PolicyPlace;
  readonly from: "organization" | "instance" | "built-in";
  /** "Passwords" */
  readonly what: string;
  /** For whoever may, where it is inherited. */
  readonly decideHere?: () => void;
  /** For whoever may. */
  readonly goBack?: () => Promise<unknown>;
}

export function WhoDecides({ place, from, what, decideHere, goBack }: WhoDecidesProps) {
  const ofOrganization = place.organizationId !== undefined;
  const isDecidedHere = from === (ofOrganization ? "organization" : "instance");
  const inheritedLabel = ofOrganization ? "As the instance says" : "Signet's defaults";
  const backLabel = ofOrganization ? "Back to the instance's" : "Back to Signet's defaults";
  return (
    <Group gap="sm">
      <Text size="sm" {...(isDecidedHere ? { fw: 500 } : { c: "dimmed" })}>
        {isDecidedHere ? "Decided here" : inheritedLabel}
      </Text>
      {decideHere !== undefined && (
        <Button variant="default" size="xs" onClick={decideHere} aria-label={`Decide here: ${what}`}>
          Decide here
        </Button>
      )}
      {isDecidedHere && goBack !== undefined && (
        <Button
          variant="default"
          size="xs"
          aria-label={`${backLabel}: ${what}`}
          onClick={() =>
            confirm({
              action: backLabel,
              consequence: `What was decided here about “${what}” is forgotten, and ${ofOrganization ? "what the instance says" : "Signet's defaults"} holds from now on.`,
              run: goBack,
              done: `${what}: ${inheritedLabel.charAt(0).toLowerCase()}${inheritedLabel.slice(1)}`,
            })
          }
        >
          {backLabel}
        </Button>
      )}
    </Group>
  );
}
