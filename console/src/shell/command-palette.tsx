/** Ctrl+K: go anywhere by typing. Pages at once; organizations, projects and people as they are found. */
import { Box, Combobox, Group, Modal, Text, TextInput, useCombobox } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSelectedOption } from "../parts/forms/selected-option.ts";
import { useOrganization } from "./current-organization.tsx";
import { type Destination, useDestinations } from "./places.ts";
import { useSearchResults } from "./search-results.ts";

export const PALETTE_LABEL = "Go to a page, a project, a person";

export function CommandPalette({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      withCloseButton={false}
      centered={false}
      yOffset={72}
      size={600}
      padding={0}
      attributes={{ content: { "aria-label": PALETTE_LABEL } }}
    >
      <Palette close={close} />
    </Modal>
  );
}

/** Made anew each time it is opened, so that it begins empty. */
function Palette({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const { choose } = useOrganization();
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({ opened: true });
  const pages = usePages(typed);
  const { groups: found, looking } = useSearchResults(typed);
  const groups = [...(pages.length === 0 ? [] : [{ heading: "Pages", destinations: pages }]), ...found];
  const offered = groups.flatMap(({ destinations }) => destinations);
  useSelectedOption(combobox, offered.map(idOf), typed);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const chosen = offered.find((one) => idOf(one) === id);
        if (chosen?.organizationId !== undefined) choose(chosen.organizationId);
        close();
        if (chosen !== undefined) void navigate({ to: chosen.to });
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          variant="unstyled"
          size="md"
          px="md"
          py={6}
          className="palette-search"
          leftSection={<IconSearch size={18} aria-hidden />}
          placeholder={PALETTE_LABEL}
          aria-label={PALETTE_LABEL}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // The list never closes by itself, and so keeps Escape from the dialog.
          onKeyDown={(event) => {
            if (event.key === "Escape") close();
          }}
          spellCheck={false}
        />
      </Combobox.EventsTarget>
      <Combobox.Options mah={420} p="xs" className="scrolls" aria-label={PALETTE_LABEL}>
        {groups.map(({ heading, destinations }) => (
          <Combobox.Group key={heading} label={heading}>
            {destinations.map((destination) => (
              <Combobox.Option key={idOf(destination)} value={idOf(destination)}>
                <DestinationLabel destination={destination} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {offered.length === 0 && <Combobox.Empty>{looking ? "Looking" : "Nothing of that name here"}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}

/** Two organizations lead to the same page, each as itself. */
function idOf({ to, organizationId = "" }: Destination): string {
  return `${to}#${organizationId}`;
}

/** Those in whose names words begin like that. */
function usePages(typed: string): readonly Destination[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return useDestinations()
    .flatMap(({ destinations }) => destinations)
    .filter(({ label }) => words.every((word) => ` ${label.toLowerCase()}`.includes(` ${word}`)));
}

function DestinationLabel({ destination: { label, detail, icon: Icon } }: { destination: Destination }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Icon size={16} aria-hidden className="fixed" />
      <Box miw={0} flex={1}>
        <Text size="sm" truncate>
          {label}
        </Text>
      </Box>
      {detail !== undefined && (
        <Text size="xs" c="dimmed" truncate maw="50%">
          {detail}
        </Text>
      )}
    </Group>
  );
}
