/** The menu at the left. */
import { NavLink, ScrollArea, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { OrganizationSwitcher } from "./organization-switcher.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { useDestinations } from "./places.ts";

export function Navigation({ onChosen }: { onChosen: () => void }) {
  const groups = useDestinations();
  return (
    <>
      <OrganizationSwitcher onChosen={onChosen} />
      <ScrollArea flex={1} mx={-8} px={8} mt="xs" type="auto">
        {groups.map(({ heading, destinations }) => (
          <div key={heading ?? ""}>
            {heading !== undefined && <Text className="nav-heading">{heading}</Text>}
            {destinations.map(({ label, to, icon: Icon, exact }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={<Icon size={16} aria-hidden />}
                activeOptions={{ exact: exact ?? false, includeSearch: false }}
                className="nav-link"
                py={6}
                onClick={onChosen}
              />
            ))}
          </div>
        ))}
      </ScrollArea>
      <PersonMenu />
    </>
  );
}
