/** The frame of the Console: the menu at the left, the page beside it. */
import { ActionIcon, Anchor, AppShell, Burger, Button, Container, Group, Kbd, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { api, isProblem } from "../api.ts";
import { ProblemAlert } from "../parts/problem.tsx";
import { signOut } from "../session.ts";
import { CommandPalette } from "./command-palette.tsx";
import { CurrentOrganization } from "./current-organization.tsx";
import { Navigation } from "./navigation.tsx";

export function Shell() {
  const me = useQuery(api.queryOptions("get", "/me"));
  if (isProblem(me.error) && me.error.code === "no_manager_role") return <NothingToManage />;
  if (me.error !== null)
    return (
      <Container py="xl">
        <ProblemAlert problem={me.error} again={() => void me.refetch()} />
      </Container>
    );
  return (
    <CurrentOrganization>
      <Frame />
      {me.data !== undefined && <CommandPalette />}
    </CurrentOrganization>
  );
}

function Frame() {
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 52, collapsed: false }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", sm: "xl" }}
      layout="alt"
    >
      <a href="#content" className="skip">
        Skip to the content
      </a>
      <AppShell.Header px={{ base: "md", sm: "xl" }} withBorder>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" hiddenFrom="sm">
            <Burger
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label={opened ? "Close the menu" : "Open the menu"}
              aria-expanded={opened}
            />
            <Text fw={600}>Signet</Text>
          </Group>
          <Button
            visibleFrom="sm"
            variant="default"
            c="dimmed"
            fw={400}
            w={320}
            justify="space-between"
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={<Kbd size="xs">{navigator.userAgent.includes("Mac") ? "⌘" : "Ctrl"} K</Kbd>}
            onClick={spotlight.open}
          >
            Go to
          </Button>
          <ActionIcon hiddenFrom="sm" variant="default" size={36} onClick={spotlight.open} aria-label="Go to a page, a project, a person">
            <IconSearch size={16} />
          </ActionIcon>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Menu">
        <Group hiddenFrom="sm" justify="flex-end" mb="xs">
          <Burger opened onClick={close} size="sm" aria-label="Close the menu" />
        </Group>
        <Navigation onChosen={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size={1200} p={0} ml={0}>
          <Outlet />
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}

/** Signed in, and nobody has made them a manager of anything. */
function NothingToManage() {
  return (
    <Container size="xs" py={96}>
      <Stack gap="md" align="flex-start">
        <Title order={1}>There is nothing for you to manage</Title>
        <Text>
          The Console is for managers: of an organization, a project or all of Signet. You are signed in, but nobody has given you such a
          role. Ask an owner of your organization for one.
        </Text>
        <Group>
          <Button component="a" href="/account">
            My profile
          </Button>
          <Anchor component="button" onClick={() => void signOut()}>
            Sign out
          </Anchor>
        </Group>
      </Stack>
    </Container>
  );
}
