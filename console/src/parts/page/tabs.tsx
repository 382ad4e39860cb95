/** Tabs that are routes: each has an address of its own. */
import { Anchor, Group } from "@mantine/core";
import { Link, Outlet } from "@tanstack/react-router";

export interface Tab {
  readonly label: string;
  readonly to: string;
  /** Left out for whoever may not see it. */
  readonly hidden?: boolean;
  /** The one that is shown at the address of the whole. */
  readonly exact?: boolean;
}

export function RouteTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <>
      <Group component="nav" aria-label={label} gap="lg" className="tabs" wrap="nowrap">
        {tabs
          .filter((tab) => tab.hidden !== true)
          .map((tab) => (
            <Anchor
              key={tab.to}
              component={Link}
              to={tab.to}
              underline="never"
              c="inherit"
              activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
              className="tab"
            >
              {tab.label}
            </Anchor>
          ))}
      </Group>
      <Outlet />
    </>
  );
}
