/** What the server finds for the command palette: organizations, and what belongs to the one that one is in. */
import { useDebouncedValue } from "@mantine/hooks";
import { IconApps, IconBuilding, IconRobot, IconUser } from "@tabler/icons-react";
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import { paths } from "../paths.ts";
import { useOrganization } from "./current-organization.tsx";
import type { DestinationGroup } from "./places.ts";

const TYPING_MS = 150;
const OFFERED = 5;

interface SearchResults {
  readonly groups: readonly DestinationGroup[];
  readonly looking: boolean;
}

export function useSearchResults(typed: string): SearchResults {
  const { organization, organizations } = useOrganization();
  const organizationId = organization?.id ?? "";
  const may = useMay(organization === undefined ? {} : { organizationId });
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const asks = q !== "" && typed.trim() !== "";
  const here = asks && organization !== undefined;
  const init = { params: { path: { organizationId }, query: { q, limit: OFFERED } } };
  const others = api.useQuery(
    "get",
    "/organizations",
    { params: { query: { q, limit: OFFERED } } },
    { enabled: asks && organizations.length > 1 },
  );
  const projects = api.useQuery("get", "/organizations/{organizationId}/projects", init, {
    enabled: here && may.has("project.read"),
  });
  const users = api.useQuery("get", "/organizations/{organizationId}/users", init, {
    enabled: here && may.has("user.read"),
  });
  const services = api.useQuery("get", "/organizations/{organizationId}/service-users", init, {
    enabled: here && may.has("service_user.read"),
  });
  if (!asks) return { groups: [], looking: typed.trim() !== q };
  const groups = [
    {
      heading: "Projects",
      destinations: (projects.data?.items ?? []).map(({ id, name }) => ({
        to: paths.project(id),
        label: name,
        icon: IconApps,
      })),
    },
    {
      heading: "Users",
      destinations: (users.data?.items ?? []).map(({ id, displayName, loginName }) => ({
        ...{ to: paths.user(id), label: displayName, detail: loginName, icon: IconUser },
      })),
    },
    {
      heading: "Service users",
      destinations: (services.data?.items ?? []).map(({ id, name, loginName }) => ({
        ...{ to: paths.serviceUser(id), label: name, detail: loginName, icon: IconRobot },
      })),
    },
    {
      heading: "Organizations",
      destinations: (others.data?.items ?? []).map(({ id, name, domain }) => ({
        ...{ to: paths.home, organizationId: id, label: name, detail: domain, icon: IconBuilding },
      })),
    },
  ];
  return {
    groups: groups.filter(({ destinations }) => destinations.length > 0),
    looking: [others, projects, users, services].some(({ isFetching }) => isFetching) || typed.trim() !== q,
  };
}
