/** A try comes back to the Console, so that has to be among the redirect URIs: for as long as one tries. */
import { Alert, Button, Code, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { act } from "../../parts/page/problem.tsx";
import { TRY_URL } from "../../try-callback.ts";
import type { Application } from "../kinds.ts";
import { changeApplication } from "../use-application.ts";

export function isRegistered({ redirectUris }: Application): boolean {
  return redirectUris.includes(TRY_URL);
}

export function TryAddress({ application, mayChange }: { application: Application; mayChange: boolean }) {
  const { redirectUris } = application;
  if (isRegistered(application)) {
    if (!mayChange || redirectUris.length === 1) return null;
    const remove = () =>
      changeApplication(application, { redirectUris: redirectUris.filter((uri) => uri !== TRY_URL) });
    return (
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed" flex="1 1 240px">
          <Code className="wrap">{TRY_URL}</Code> is among the redirect URIs. Remove it when you are done.
        </Text>
        <Button variant="default" size="xs" onClick={() => void act(remove, "The address was removed")}>
          Remove it
        </Button>
      </Group>
    );
  }
  const add = () => changeApplication(application, { redirectUris: [...redirectUris, TRY_URL] });
  return (
    <Alert
      variant="outline"
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title="The Console is not among the redirect URIs"
      className="plain-text"
    >
      <Text size="sm">
        The answer of a try comes to <Code className="wrap">{TRY_URL}</Code>, and Signet sends nobody to an address that
        is not registered.
        {!mayChange && " Ask somebody who may change the application to add it."}
      </Text>
      {mayChange && (
        <Button variant="default" size="xs" mt="xs" onClick={() => void act(add, "The address was added")}>
          Add it for now
        </Button>
      )}
    </Alert>
  );
}
