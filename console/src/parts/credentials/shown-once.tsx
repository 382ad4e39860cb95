/** A secret that is shown once: it says so, and can be copied and downloaded. */
import { Alert, Button, Checkbox, Code, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconDownload, IconKey } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Copy, download } from "../values/copy.tsx";

interface Secret {
  /** "The client secret of Acme CRM" */
  readonly title: string;
  /** What it is for, and what to do with it. */
  readonly explanation: ReactNode;
  readonly value: string;
  readonly file: { readonly name: string; readonly text: string };
  /** When the person has it. */
  readonly then?: () => void;
}

/** Stays open until the person says that they have it. */
export function showOnce(secret: Secret): void {
  const id = modals.open({
    title: secret.title,
    size: "lg",
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    children: (
      <ShownOnce
        {...secret}
        close={() => {
          modals.close(id);
          secret.then?.();
        }}
      />
    ),
  });
}

function ShownOnce({ explanation, value, file, close }: Secret & { close: () => void }) {
  const [isKept, setIsKept] = useState(false);
  return (
    <Stack gap="md">
      <Text size="sm" component="div">
        {explanation}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <ScrollArea.Autosize mah={240} flex={1} miw={0} viewportProps={{ tabIndex: 0 }}>
          <Code block className="wrap" data-testid="secret">
            {value}
          </Code>
        </ScrollArea.Autosize>
        <Copy value={value} what="secret" />
      </Group>
      <Alert variant="outline" color="yellow" icon={<IconKey aria-hidden />} className="plain-text">
        This is shown once. Signet does not keep it in a form that could be shown again; if it is lost, make a new one.
      </Alert>
      <Group justify="space-between" gap="sm">
        <Checkbox
          label="I have stored it safely"
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(file.name, file.text)}
          >
            Download
          </Button>
          <Button onClick={close} disabled={!isKept}>
            Done
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}
