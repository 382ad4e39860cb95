/** Sends a test mail, and says what became of it. */
import { Alert, Group, Loader, Text, TextInput } from "@mantine/core";
import { IconAlertCircle, IconClock, IconMailCheck } from "@tabler/icons-react";
import { useState } from "react";
import { answered, client, readAgain, type Schemas } from "../api.ts";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { type Outcome, outcomeOf } from "./mail-outcome.ts";

const LOOK_AGAIN_MS = 700;
const LONGEST_LOOKS = 15;

interface Tried {
  readonly to: string;
  /** Undefined as long as it is looked for. */
  readonly outcome: Outcome | undefined;
}

export function TestMail({ transport }: Pick<Schemas["Mail"], "transport">) {
  const [tried, setTried] = useState<Tried>();
  const send = async ({ to }: { to: string }) => {
    setTried(undefined);
    const before = await answered(client.GET("/mail"));
    await answered(client.POST("/mail/test", { body: { to } }));
    setTried({ to, outcome: undefined });
    void watch(before).then((outcome) => setTried({ to, outcome }));
  };
  return (
    <>
      <ApiForm initial={{ to: "" }} submit="Send test mail" done="" repeatable save={send}>
        {(form) => (
          <TextInput
            type="email"
            label="To"
            placeholder="you@example.com"
            required
            maw={420}
            {...form.getInputProps("to")}
          />
        )}
      </ApiForm>
      <div role="status">{tried !== undefined && <TestMailOutcome {...tried} transport={transport} />}</div>
    </>
  );
}

/** Looks until it is decided, for a few seconds. */
async function watch(before: Schemas["Mail"]): Promise<Outcome> {
  let outcome: Outcome = "waiting";
  for (let looks = 0; looks < LONGEST_LOOKS && outcome === "waiting"; looks++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    outcome = await answered(client.GET("/mail")).then(
      (now) => outcomeOf(before, now),
      () => "waiting",
    );
  }
  await readAgain();
  return outcome;
}

function TestMailOutcome({ to, outcome, transport }: Tried & Pick<Schemas["Mail"], "transport">) {
  if (outcome === undefined)
    return (
      <Group gap="xs" mt="md">
        <Loader size="xs" aria-hidden />
        <Text size="sm">The mail to {to} is on its way</Text>
      </Group>
    );
  const { title, text, color, Mark } = outcomes[outcome];
  return (
    <Alert mt="md" variant="outline" color={color} icon={<Mark aria-hidden />} title={title} className="plain-text">
      {outcome === "sent" && transport === "folder" ? `The mail to ${to} is a file in the folder now.` : text(to)}
    </Alert>
  );
}

const outcomes = {
  sent: {
    title: "Sent",
    text: (to: string) =>
      `The mail server took the mail to ${to}. Look into the mailbox, also among what is taken for spam.`,
    color: "green",
    Mark: IconMailCheck,
  },
  trying: {
    title: "Not sent yet",
    text: (to: string) => `The mail to ${to} could not be sent and is tried again. Above is why.`,
    color: "yellow",
    Mark: IconClock,
  },
  failed: {
    title: "Not sent",
    text: (to: string) => `The mail to ${to} was given up. Above is why.`,
    color: "red",
    Mark: IconAlertCircle,
  },
  waiting: {
    title: "Still waiting",
    text: (to: string) => `The mail to ${to} has not been sent yet. Look again in a moment.`,
    color: "yellow",
    Mark: IconClock,
  },
} as const;
