/** The frame of the Console: the menu at the left, the page beside it. */
import { ActionIcon, Anchor, AppShell, Burger, Button, Container, Group, Kbd, Stack, Text, Title } from "@mantine/core";
import { useDidUpdate, useDisclosure, useDocumentTitle, useHotkeys, useMediaQuery } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { type KeyboardEvent, useRef } from "react";
import { api, isProblem } from "../api.ts";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { signOut } from "../session.ts";
import { CONTENT_ID, focusContent, useArrival } from "./arrival.ts";
import { CommandPalette, PALETTE_LABEL } from "./command-palette.tsx";
import { CurrentOrganization } from "./current-organization.tsx";
import { Navigation } from "./navigation.tsx";
import "./shell.css";

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
    </CurrentOrganization>
  );
}

function Frame() {
  const [opened, menu] = useDisclosure(false);
  const [searching, palette] = useDisclosure(false);
  const phone = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  // On a phone the menu lies over the page: only one of them can be reached.
  const covered = phone && opened;
  const openButton = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useArrival(menu.close);
  useHotkeys([["mod+K", palette.open]], []);
  useDidUpdate(() => {
    if (phone) (opened ? closeButton : openButton).current?.focus({ preventScroll: true });
  }, [opened]);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", sm: "xl" }}
      layout="alt"
      transitionDuration={100}
    >
      <SkipLink />
      <AppShell.Header px={{ base: "md", sm: "xl" }} inert={covered}>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" hiddenFrom="sm">
            <Burger ref={openButton} onClick={menu.open} size="sm" aria-label="Open the menu" aria-expanded={opened} />
            <Text fw={600}>Signet</Text>
          </Group>
          <PaletteButtons open={palette.open} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Menu" inert={phone && !opened} onKeyDown={closeByEscape(menu.close)}>
        <Group hiddenFrom="sm" mb="xs">
          <Burger ref={closeButton} opened onClick={menu.close} size="sm" aria-label="Close the menu" />
        </Group>
        <Navigation onChosen={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id={CONTENT_ID} tabIndex={-1} inert={covered}>
        <Container size={1200} p={0} ml={0}>
          <Outlet />
        </Container>
      </AppShell.Main>
      <CommandPalette opened={searching} close={palette.close} />
    </AppShell>
  );
}

function SkipLink() {
  return (
    <a
      href={`#${CONTENT_ID}`}
      className="skip"
      onClick={(event) => {
        event.preventDefault();
        focusContent();
      }}
    >
      Skip to the content
    </a>
  );
}

/** Lists that are open inside the menu take the first Escape. */
function closeByEscape(close: () => void) {
  return ({ key, target }: KeyboardEvent) => {
    const taken =
      target instanceof HTMLElement && target.closest("[data-mantine-stop-propagation=true], [role=menu]") !== null;
    if (key === "Escape" && !taken) close();
  };
}

function PaletteButtons({ open }: { open: () => void }) {
  return (
    <>
      <Button
        visibleFrom="sm"
        variant="default"
        c="dimmed"
        fw={400}
        w={320}
        className="go-to"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{navigator.userAgent.includes("Mac") ? "⌘" : "Ctrl"} K</Kbd>}
        onClick={open}
      >
        Go to
      </Button>
      <ActionIcon hiddenFrom="sm" variant="default" size={36} onClick={open} aria-label={PALETTE_LABEL}>
        <IconSearch size={16} />
      </ActionIcon>
    </>
  );
}

/** Signed in, and nobody has made them a manager of anything. */
function NothingToManage() {
  useDocumentTitle("Nothing to manage · Signet Console");
  return (
    <Container component="main" size="xs" py={96}>
      <Stack gap="md" align="flex-start">
        <Title order={1}>There is nothing for you to manage</Title>
        <Text>
          The Console is for managers: of an organization, a project or all of Signet. You are signed in, but nobody has
          given you such a role. Ask an owner of your organization for one.
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
