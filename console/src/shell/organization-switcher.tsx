/** Which organization one works in, and the way to another one. */
import { Avatar, Box, Combobox, Group, Skeleton, Text, UnstyledButton, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api.ts";
import { paths } from "../paths.ts";
import { useOrganization } from "./current-organization.tsx";

export function OrganizationSwitcher({ onChosen }: { onChosen: () => void }) {
  const { organization, organizations, known, choose } = useOrganization();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, 200);
  const combobox = useCombobox({
    onDropdownClose: () => setTyped(""),
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const found = api.useQuery("get", "/organizations", { params: { query: { q, limit: 50, sort: "name" } } }, { enabled: q !== "" });
  const offered = q === "" ? organizations.slice(0, 50) : (found.data?.items ?? []);
  if (!known) return <Skeleton height={44} />;
  if (organization === undefined) return null;
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        choose(id);
        onChosen();
        void navigate({ to: paths.home });
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          p={8}
          w="100%"
          className="switcher"
          onClick={() => combobox.toggleDropdown()}
          aria-label={`Organization: ${organization.name}. Choose another one`}
        >
          <Group gap="xs" wrap="nowrap">
            <Avatar size={28} radius="sm" name={organization.name} color="initials" aria-hidden />
            <Box flex={1} miw={0}>
              <Text fw={600} size="sm" truncate>
                {organization.name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {organization.domain}
              </Text>
            </Box>
            <IconSelector size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder="Find an organization"
          aria-label="Find an organization"
        />
        <Combobox.Options mah={320} className="scrolls" aria-label="Organizations">
          {offered.map(({ id, name, domain }) => (
            <Combobox.Option key={id} value={id} active={id === organization.id}>
              <Group gap="xs" wrap="nowrap" justify="space-between">
                <Box miw={0}>
                  <Text size="sm" truncate>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed" truncate>
                    {domain}
                  </Text>
                </Box>
                {id === organization.id && <IconCheck size={14} aria-hidden />}
              </Group>
            </Combobox.Option>
          ))}
          {offered.length === 0 && <Combobox.Empty>{found.isFetching ? "Looking" : "There is none of that name"}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
