/** What an application may ask for when somebody signs in: its response types, and the grants that follow from them. */
import { Badge, Checkbox, Code, Group, Input, Stack, Switch, Text } from "@mantine/core";
import { type ApplicationType, grantsFor, kinds, type ResponseType } from "./kinds.ts";
import { Caution } from "./uri-list.tsx";

const explanations: Readonly<Record<ResponseType, string>> = {
  code: "The browser carries a code that works once and for a minute; the tokens come by a request of their own. Right for nearly everything.",
  id_token: "Implicit: the browser carries the ID token. For applications that only want to know who it is.",
  "id_token token": "Implicit: the browser carries the ID token and the access token.",
};

export interface FlowValues {
  readonly responseTypes: ResponseType[];
  readonly refresh: boolean;
}

interface FlowsProps {
  readonly type: ApplicationType;
  readonly value: FlowValues;
  onChange(change: Partial<FlowValues>): void;
  readonly error?: unknown;
  /** What the server thinks of the implicit ones. */
  readonly warning: string | undefined;
}

export function Flows({ type, value, onChange, error, warning }: FlowsProps) {
  const { responseTypes } = kinds[type];
  const implicit = value.responseTypes.some((one) => one !== "code");
  return (
    <Stack gap="md">
      <Checkbox.Group
        label="Response types"
        description="What the answer to an authorization request may carry."
        value={value.responseTypes}
        onChange={(chosen) => onChange({ responseTypes: responseTypes.filter((one) => chosen.includes(one)) })}
        error={typeof error === "string" ? error : undefined}
      >
        <Stack gap="sm" mt="xs">
          {responseTypes.map((one) => (
            <Checkbox
              key={one}
              value={one}
              label={
                <Group gap="xs" component="span">
                  <Code>{one}</Code>
                  {one !== "code" && (
                    <Badge variant="light" color="yellow">
                      Not recommended
                    </Badge>
                  )}
                </Group>
              }
              description={explanations[one]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {implicit && warning !== undefined && <Caution>{warning}</Caution>}
      <Switch
        label="Refresh tokens"
        description="With the scope offline_access it can get new tokens without the person. Needs the response type code."
        checked={value.refresh && value.responseTypes.includes("code")}
        disabled={!value.responseTypes.includes("code")}
        onChange={(event) => onChange({ refresh: event.currentTarget.checked })}
      />
      <div>
        <Input.Label component="div">Grant types</Input.Label>
        <Input.Description>They follow from the above.</Input.Description>
        <Group gap="xs" mt="xs">
          {grantsFor(value.responseTypes, value.refresh).map((grant) => (
            <Code key={grant}>{grant}</Code>
          ))}
          {value.responseTypes.length === 0 && (
            <Text size="sm" c="dimmed">
              None
            </Text>
          )}
        </Group>
      </div>
    </Stack>
  );
}
