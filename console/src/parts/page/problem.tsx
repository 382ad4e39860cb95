/** What went wrong, why, and what to do now. */
import { Alert, Anchor, Button, Code, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { toProblem } from "../../api.ts";
import { Page } from "./page.tsx";

export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function ProblemAlert({ problem, again }: { problem: unknown; again?: () => void }) {
  const { detail, advice, requestId } = toProblem(problem);
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<IconAlertCircle aria-hidden />}
      title={sentence(detail)}
      className="problem"
    >
      <Text size="sm">{advice}</Text>
      {requestId !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          Request <Code>{requestId}</Code>
        </Text>
      )}
      {again !== undefined && (
        <Button variant="default" size="xs" mt="xs" onClick={again}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

/** In place of a page that cannot be shown. */
export function ProblemPage({ problem }: { problem: unknown }) {
  const { code } = toProblem(problem);
  const gone = code === "unknown_resource" || code === "not_found";
  const refused = code === "permission_missing" || code === "no_manager_role";
  return (
    <Page title={gone ? "This is not here" : refused ? "Not for you to see" : "That did not work"}>
      <Stack gap="md">
        <ProblemAlert problem={problem} />
        <Anchor component={Link} to="/">
          Go to the start page
        </Anchor>
      </Stack>
    </Page>
  );
}

export function sayDone(message: string): void {
  notifications.show({ message, color: "green", icon: <IconCheck size={16} aria-hidden />, withBorder: true });
}

export function sayProblem(thrown: unknown): void {
  const { detail, advice } = toProblem(thrown);
  notifications.show({
    title: sentence(detail),
    message: advice,
    color: "red",
    icon: <IconAlertCircle size={16} aria-hidden />,
    withBorder: true,
    autoClose: 10_000,
    role: "alert",
  });
}

/** For buttons and menus: does it, and says how it went. */
export async function act(run: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await run();
    sayDone(done);
    return true;
  } catch (thrown) {
    sayProblem(thrown);
    return false;
  }
}
