/** Where one is in the wizard, and the way back to a step that is done. */
import { UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { Step } from "./draft.ts";

export const stepTitles: Readonly<Record<Step, string>> = {
  kind: "What it is",
  method: "How it proves itself",
  addresses: "Where people return to",
  summary: "Check and create",
};

export function Progress({ steps, at, go }: { steps: readonly Step[]; at: number; go: (at: number) => void }) {
  return (
    <ol className="wizard-steps" aria-label="Steps">
      {steps.map((step, index) => (
        <li key={step} {...(index === at ? { "aria-current": "step" } : {})} data-done={index < at}>
          <UnstyledButton disabled={index >= at} onClick={() => go(index)}>
            <span className="wizard-mark">{index < at ? <IconCheck size={14} aria-hidden /> : index + 1}</span>
            <span className="wizard-title">{stepTitles[step]}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
