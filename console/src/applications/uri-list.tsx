/** A list of addresses, each of which is judged while it is typed. */
import { ActionIcon, Anchor, Button, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPlus, IconTrash } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { type Finding, isOnThisDevice, needsDevelopmentMode, quickCheck } from "./quick-check.ts";
import type { UriFindings } from "./use-check.ts";

interface UriListProps {
  /** "Redirect URIs" */
  readonly label: string;
  /** One of them: "Redirect URI" */
  readonly rowLabel: string;
  readonly description: string;
  readonly placeholder: string;
  readonly value: readonly string[];
  onChange(value: string[]): void;
  readonly found: UriFindings;
  /** What is wrong with the list and not with one row. */
  readonly error?: string | undefined;
  /** A warning about one of them. */
  readonly warn?: (uri: string) => string | undefined;
  /** Another address that is more likely meant. */
  readonly suggest?: (uri: string) => string | undefined;
  /** Where development mode would allow an address, this turns it on. */
  readonly develop?: (() => void) | undefined;
  readonly readOnly?: boolean;
}

export function UriList(props: UriListProps) {
  const { label, rowLabel, description, value, onChange, found, error, readOnly = false } = props;
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const rows = value.length === 0 && !readOnly ? [""] : value;
  const findings = rows.map((uri, index) => quickCheck(rows, index) ?? found.problems.get(uri.trim()));
  const change = (index: number, uri: string) => onChange(rows.map((before, at) => (at === index ? uri : before)));
  const add = () => {
    onChange([...rows, ""]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(".uri-row:last-of-type input")?.focus());
  };
  return (
    <fieldset className="plain" aria-labelledby={id} ref={list}>
      <Input.Label id={id} component="div">
        {label}
      </Input.Label>
      <Input.Description mb="xs">{description}</Input.Description>
      <Stack gap="xs">
        {rows.map((uri, index) => (
          <UriRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; what is in it changes with every key pressed.
            key={index}
            {...props}
            label={`${rowLabel} ${index + 1}`}
            uri={uri}
            finding={findings[index]}
            accepted={found.accepted.has(uri.trim())}
            change={(next) => change(index, next)}
            remove={rows.length === 1 && uri === "" ? undefined : () => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
        {readOnly && rows.length === 0 && (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
        {error !== undefined && findings.every((finding) => finding === undefined) && (
          <Input.Error role="alert">{error}</Input.Error>
        )}
        {!readOnly && (
          <Group>
            <Button
              variant="subtle"
              size="compact-sm"
              px={4}
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={add}
            >
              Add another
            </Button>
          </Group>
        )}
      </Stack>
    </fieldset>
  );
}

interface UriRowProps
  extends Pick<UriListProps, "label" | "placeholder" | "warn" | "suggest" | "develop" | "readOnly"> {
  readonly uri: string;
  readonly finding: Finding | undefined;
  readonly accepted: boolean;
  change(uri: string): void;
  readonly remove: (() => void) | undefined;
}

function UriRow({
  label,
  placeholder,
  uri,
  finding,
  accepted,
  change,
  remove,
  warn,
  suggest,
  develop,
  readOnly = false,
}: UriRowProps) {
  const warning = finding === undefined ? warn?.(uri) : undefined;
  const suggestion = finding === undefined ? suggest?.(uri.trim()) : finding.suggestion;
  const isGoodForDevelopment = finding === undefined && warning === undefined && isOnThisDevice(uri);
  return (
    <div className="uri-row">
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          miw={0}
          aria-label={label}
          placeholder={placeholder}
          value={uri}
          onChange={(event) => change(event.currentTarget.value)}
          error={finding?.message}
          readOnly={readOnly}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: "mono" }}
          rightSection={
            accepted && finding === undefined ? (
              <IconCheck size={16} className="tone-good" aria-label="Accepted" />
            ) : undefined
          }
        />
        {!readOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={remove}
            style={{ visibility: remove === undefined ? "hidden" : "visible" }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      {suggestion !== undefined && (
        <Anchor component="button" type="button" size="sm" mt={4} onClick={() => change(suggestion)}>
          Use {suggestion}
        </Anchor>
      )}
      {needsDevelopmentMode(finding) && develop !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          Only for trying things out?{" "}
          <Anchor component="button" type="button" inherit onClick={develop}>
            Turn on development mode
          </Anchor>
          , which allows http and IP addresses on any host. Turn it off before real people sign in.
        </Text>
      )}
      {warning !== undefined && <Caution>{warning}</Caution>}
      {isGoodForDevelopment && (
        <Text size="sm" c="dimmed" mt={4}>
          Good while you develop: it leads to the device of whoever signs in, and needs no development mode.
        </Text>
      )}
    </div>
  );
}

/** What is allowed and unwise. */
export function Caution({ children }: { children: string }) {
  return (
    <Group gap={6} mt={4} wrap="nowrap" align="flex-start" className="tone-warn">
      <IconAlertTriangle size={16} aria-hidden className="caution-mark" />
      <Text size="sm" span inherit>
        {children}
      </Text>
    </Group>
  );
}
