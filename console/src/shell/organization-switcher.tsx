/** Which organization one works in, and the way to another one. */
import {
  Anchor,
  Avatar,
  Box,
  Combobox,
  Group,
  Skeleton,
  Text,
  UnstyledButton,
  useCombobox,
  VisuallyHidden,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type FocusEvent, useState } from "react";
import { api, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { useSelectedOption } from "../parts/forms/selected-option.ts";
import { paths } from "../paths.ts";
import { useOrganization } from "./current-organization.tsx";

const TYPING_MS = 200;
const OFFERED = 50;

export function OrganizationSwitcher({ onChosen }: { onChosen: () => void }) {
  const { organization, organizations, isLoaded } = useOrganization();
  if (!isLoaded) return <Skeleton height={44} />;
  if (organization === undefined) return null;
  if (organizations.length > 1) return <Switcher organization={organization} onChosen={onChosen} />;
  return (
    <Box p={8}>
      <Name organization={organization} />
    </Box>
  );
}

function Switcher({ organization, onChosen }: { organization: Schemas["Organization"]; onChosen: () => void }) {
  const go = useSwitchOrganization();
  const combobox = useCombobox({
    onDropdownOpen: () => {
      combobox.updateSelectedOptionIndex("active");
      combobox.focusSearchInput();
    },
  });
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) combobox.closeDropdown();
  };
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        combobox.focusTarget();
        go(id);
        onChosen();
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          p={8}
          w="100%"
          className="switcher"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <Name organization={organization} choice />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown onBlur={leave}>
        {combobox.dropdownOpened && <Offered current={organization.id} combobox={combobox} />}
        <Combobox.Footer>
          <Anchor component={Link} to={paths.organizations} size="sm" onClick={() => combobox.closeDropdown()}>
            All organizations
          </Anchor>
        </Combobox.Footer>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Name({
  organization: { name, domain },
  choice = false,
}: {
  organization: Schemas["Organization"];
  choice?: boolean;
}) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar size={28} radius="sm" name={name} color="initials" aria-hidden />
      <Box flex={1} miw={0}>
        <VisuallyHidden>Organization: </VisuallyHidden>
        <Text fw={600} size="sm" truncate title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {domain}
        </Text>
      </Box>
      {choice && <IconSelector size={16} aria-hidden className="fixed" />}
    </Group>
  );
}

/** Made anew each time it is opened, so that the search begins empty. */
function Offered({ current, combobox }: { current: string; combobox: ReturnType<typeof useCombobox> }) {
  const { organizations } = useOrganization();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = api.useQuery(
    "get",
    "/organizations",
    { params: { query: { q, limit: OFFERED, sort: "name" } } },
    { enabled: q !== "" },
  );
  const offered = q === "" ? organizations.slice(0, OFFERED) : (found.data?.items ?? []);
  useSelectedOption(
    combobox,
    offered.map(({ id }) => id),
    q || undefined,
  );
  return (
    <>
      <Combobox.Search
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") combobox.focusTarget();
        }}
        placeholder="Find an organization"
        aria-label="Find an organization"
      />
      <Combobox.Options mah={320} className="scrolls" aria-label="Organizations">
        {offered.map(({ id, name, domain }) => (
          <Combobox.Option key={id} value={id} active={id === current}>
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <Box miw={0}>
                <Text size="sm" truncate>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {domain}
                </Text>
              </Box>
              {id === current && <IconCheck size={14} aria-label="Chosen" role="img" className="fixed" />}
            </Group>
          </Combobox.Option>
        ))}
        {offered.length === 0 && (
          <Combobox.Empty>{found.isFetching ? "Looking" : "There is none of that name"}</Combobox.Empty>
        )}
      </Combobox.Options>
    </>
  );
}

/** To the same page of the other organization, for whoever sees it there, too; for others to the start page. */
function useSwitchOrganization(): (organizationId: string) => void {
  const { choose } = useOrganization();
  const navigate = useNavigate();
  const everywhere = useMay();
  const part = useLocation({
    select: ({ pathname }) => /^(?:\/console)?\/organizations\/[^/]+\/([a-z-]+)$/.exec(pathname)?.[1],
  });
  return (organizationId) => {
    choose(organizationId);
    const destination =
      part !== undefined && everywhere.has("organization.read")
        ? `${paths.organizations}/${organizationId}/${part}`
        : paths.home;
    void navigate({ to: destination });
  };
}
