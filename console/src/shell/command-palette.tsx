/** Ctrl+K: go anywhere by typing. Pages at once, projects and people of the organization as they are found. */
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconApps, IconRobot, IconSearch, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api.ts";
import { useMay } from "../parts/may.tsx";
import { paths } from "../paths.ts";
import { useOrganization } from "./current-organization.tsx";
import { useDestinations } from "./places.ts";

export function CommandPalette() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const found = useFound(typed);
  const go = (to: string) => () => void navigate({ to });
  const actions: SpotlightActionData[] = [
    ...useDestinations().flatMap(({ destinations }) =>
      destinations.map(({ label, to, icon: Icon }) => ({ id: to, label, onClick: go(to), leftSection: <Icon size={16} aria-hidden /> })),
    ),
    ...found.map(({ to, label, description, icon: Icon }) => ({
      ...{ id: to, label, description, onClick: go(to), leftSection: <Icon size={16} aria-hidden /> },
      // The server has found it, perhaps by a word that is not shown.
      keywords: [typed],
    })),
  ];
  return (
    <Spotlight
      actions={actions}
      query={typed}
      onQueryChange={setTyped}
      shortcut="mod + K"
      nothingFound="Nothing of that name here"
      highlightQuery
      limit={12}
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "Go to a page, a project, a person",
        "aria-label": "Go to a page, a project, a person",
      }}
    />
  );
}

function useFound(typed: string) {
  const { organization } = useOrganization();
  const organizationId = organization?.id ?? "";
  const may = useMay(organization === undefined ? {} : { organizationId });
  const [q] = useDebouncedValue(typed.trim(), 200);
  const init = { params: { path: { organizationId }, query: { q, limit: 5 } } };
  const asks = organization !== undefined && q.length > 1;
  const projects = api.useQuery("get", "/organizations/{organizationId}/projects", init, { enabled: asks && may.has("project.read") });
  const users = api.useQuery("get", "/organizations/{organizationId}/users", init, { enabled: asks && may.has("user.read") });
  const services = api.useQuery("get", "/organizations/{organizationId}/service-users", init, {
    enabled: asks && may.has("service_user.read"),
  });
  if (!asks) return [];
  return [
    ...(projects.data?.items ?? []).map(({ id, name }) => ({ to: paths.project(id), label: name, description: "Project", icon: IconApps })),
    ...(users.data?.items ?? []).map(({ id, displayName, loginName }) => ({
      ...{ to: paths.user(id), label: displayName, description: loginName, icon: IconUser },
    })),
    ...(services.data?.items ?? []).map(({ id, name }) => ({
      ...{ to: paths.serviceUser(id), label: name, description: "Service user", icon: IconRobot },
    })),
  ];
}
