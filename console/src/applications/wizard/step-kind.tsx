/** First step: what is it, and what is it called? */
import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { ChoiceCard } from "../auth-method-choice.tsx";
import { FrameworkSelect } from "../framework-select.tsx";
import { frameworkOf, frameworks } from "../frameworks/index.ts";
import { type ApplicationType, applicationTypes, kinds } from "../kinds.ts";
import { type Draft, withFramework, withType } from "./draft.ts";
import { FrameworkReasons } from "./framework-reasons.tsx";

interface StepProps {
  readonly draft: Draft;
  setDraft(draft: Draft): void;
  /** What is wrong with the name. */
  readonly error: string | undefined;
}

export function StepKind({ draft, setDraft, error }: StepProps) {
  return (
    <Stack gap="lg">
      <FrameworkSelect
        offered={frameworks}
        value={draft.framework?.id ?? null}
        onChange={(id) => setDraft(withFramework(draft, id === null ? undefined : frameworkOf(id)))}
        description="If it is in the list, Signet sets what it needs. Leave it empty for something else."
        placeholder="Django, Grafana, Spring …"
        clearable
      />
      {draft.framework !== undefined && <FrameworkReasons framework={draft.framework} />}
      <Radio.Group
        label="What are you building?"
        value={draft.type}
        onChange={(type) => setDraft(withType(draft, type as ApplicationType))}
        labelProps={{ mb: "xs" }}
      >
        <div className="choice-grid">
          {applicationTypes.map((type) => {
            const { label, sentence, examples, icon: Icon } = kinds[type];
            return (
              <ChoiceCard key={type} value={type} label={label}>
                <Icon size={18} aria-hidden className="tone-quiet" />
                <Text size="sm" w="100%">
                  {sentence}
                </Text>
                <Text size="xs" c="dimmed" w="100%">
                  {examples}
                </Text>
              </ChoiceCard>
            );
          })}
        </div>
      </Radio.Group>
      <TextInput
        label="Name"
        description="People read it when they sign in."
        placeholder="Acme CRM"
        required
        maw={420}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        error={error}
        autoComplete="off"
      />
    </Stack>
  );
}
