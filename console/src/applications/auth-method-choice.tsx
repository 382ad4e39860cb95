/** How an application proves that it is itself: one card for each way its type allows. */
import { Badge, Group, Radio, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Framework } from "./frameworks/framework.ts";
import { type ApplicationType, type AuthMethod, kinds, methods } from "./kinds.ts";
import { Caution } from "./uri-list.tsx";

interface AuthMethodChoiceProps {
  readonly type: ApplicationType;
  readonly value: AuthMethod;
  onChange(method: AuthMethod): void;
  /** What it is built with, if we know: then its own way counts for more than our advice. */
  readonly framework?: Framework | undefined;
  readonly error?: unknown;
}

export function AuthMethodChoice({ type, value, onChange, framework, error }: AuthMethodChoiceProps) {
  const [recommended, ...others] = kinds[type].authMethods;
  return (
    <Radio.Group
      aria-label="How it proves itself"
      value={value}
      onChange={(next) => onChange(next as AuthMethod)}
      error={typeof error === "string" ? error : undefined}
    >
      <Stack gap="xs">
        {[recommended, ...others].map((method) => (
          <ChoiceCard key={method} value={method} label={methods[method].label}>
            {method === framework?.settings.authMethod && <Badge variant="light">As it comes</Badge>}
            {method === recommended && others.length > 0 && framework === undefined && (
              <Badge variant="light">Recommended</Badge>
            )}
            {methods[method].disadvantage !== undefined && framework?.settings.authMethod !== method && (
              <Badge variant="light" color="yellow">
                Not recommended
              </Badge>
            )}
            <Text size="sm" c="dimmed" w="100%">
              {methods[method].explanation}
            </Text>
            {methods[method].disadvantage !== undefined && <Caution>{methods[method].disadvantage}</Caution>}
          </ChoiceCard>
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** One of several cards, of which one is chosen. What stands behind the label stays in its line as long as it fits. */
export function ChoiceCard({ value, label, children }: { value: string; label: ReactNode; children?: ReactNode }) {
  return (
    <Radio.Card value={value} p="md" className="choice-card">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} />
        <Group gap="4px 8px" flex={1} miw={0}>
          <Text fw={500} span>
            {label}
          </Text>
          {children}
        </Group>
      </Group>
    </Radio.Card>
  );
}
