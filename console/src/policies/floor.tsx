/** Where what an organization has decided does not hold, because the instance asks for more: what holds instead. */
import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Facts } from "../parts/page/section.tsx";
import type { PolicyKind, PolicyOf, SettingsOf } from "./policy-calls.ts";
import type { PolicyForm } from "./policy-section.tsx";

interface FloorProps<Kind extends PolicyKind> {
  readonly policy: PolicyOf<Kind>;
  readonly form: PolicyForm<Kind>;
}

export function Floor<Kind extends PolicyKind>({ policy, form }: FloorProps<Kind>) {
  if (!("effective" in policy)) return null;
  const decided = new Map(form.facts(policy.settings as SettingsOf<Kind>));
  const differing = form
    .facts(policy.effective as SettingsOf<Kind>)
    .filter(([name, value]) => decided.get(name) !== value);
  if (differing.length === 0) return null;
  const title =
    policy.kind === "throttling"
      ? "The instance sets bounds, so this holds"
      : "The instance asks for more, so this holds";
  return (
    <Alert role="note" color="gray" variant="outline" icon={<IconInfoCircle aria-hidden />} title={title} mb="md">
      <Facts items={differing} />
    </Alert>
  );
}
