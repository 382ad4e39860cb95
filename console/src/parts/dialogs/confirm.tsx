/** Before something is ended or destroyed: what that means and, where it does not come back, the name, typed. */
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { type FormEvent, type ReactNode, useState } from "react";
import { ProblemAlert, sayDone } from "../page/problem.tsx";
import { Section } from "../page/section.tsx";

interface Question {
  /** "Delete project" */
  readonly action: string;
  /** What ends with it, and whether it comes back. */
  readonly consequence: ReactNode;
  run(): Promise<unknown>;
  /** "Project deleted" */
  readonly done: string;
}

/** For what can be undone, or concerns little. */
export function confirm(question: Question): void {
  ask(question);
}

/** For what does not come back: `name` has to be typed. */
export function confirmByName(question: Question & { readonly name: string }): void {
  ask(question);
}

function ask(question: Question & { readonly name?: string }): void {
  const id = modals.open({
    title: `${question.action}?`,
    children: <Confirm {...question} close={() => modals.close(id)} />,
  });
}

function Confirm({ action, name, consequence, run, done, close }: Question & { name?: string; close: () => void }) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const ready = name === undefined || typed === name;
  const go = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
      sayDone(done);
      close();
    } catch (thrown) {
      setProblem(thrown);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={go}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {consequence}
        </Text>
        {problem !== undefined && <ProblemAlert problem={problem} />}
        {name !== undefined && (
          <TextInput
            data-autofocus
            label={<TypeTheName name={name} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red"
            disabled={!ready}
            loading={busy}
            {...(name === undefined ? { "data-autofocus": true } : {})}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TypeTheName({ name }: { name: string }) {
  return (
    <>
      Type <b className="wrap">{name}</b> to confirm
    </>
  );
}

/** At the end of a page. */
export function DangerZone({ children }: { children: ReactNode }) {
  return (
    <Section title="Danger zone" tone="danger">
      <Stack gap="md">{children}</Stack>
    </Section>
  );
}

interface DangerProps {
  /** On the button, which opens the question. */
  readonly action: string;
  readonly explanation: ReactNode;
  readonly onClick: () => void;
}

export function Danger({ action, explanation, onClick }: DangerProps) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" flex="1 1 240px">
        {explanation}
      </Text>
      <Button variant="outline" color="red" onClick={onClick}>
        {action}
      </Button>
    </Group>
  );
}
