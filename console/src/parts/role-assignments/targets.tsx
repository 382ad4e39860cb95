/** For a user: the projects of their organization, and those that were granted to it. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../api.ts";
import { useMay } from "../../may.tsx";
import type { RoleHolder, RolePlace } from "./reading.ts";

export interface ChosenPlace {
  readonly place: RolePlace;
  readonly name: string;
}

interface PlacePickerProps {
  readonly holder: RoleHolder;
  readonly value: ChosenPlace | undefined;
  readonly onChange: (chosen: ChosenPlace | undefined) => void;
  readonly error?: ReactNode;
}

const AT_ONCE = 200;

export function PlacePicker({ holder, value, onChange, error }: PlacePickerProps) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const { own, granted, isLoaded } = useTargets(holder, q);
  const all = [...own, ...granted];
  const chosenElsewhere =
    value === undefined || all.some(({ id }) => id === idOf(value)) ? [] : [{ ...value, id: idOf(value) }];
  const option = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  return (
    <Select
      label="Project"
      required
      searchable
      placeholder={isLoaded ? "Choose a project" : "Looking"}
      description="One of the user's organization, or one that was granted to it."
      data={[
        { group: "Projects", items: [...chosenElsewhere, ...own].map(option) },
        { group: "Granted projects", items: granted.map(option) },
      ].filter(({ items }) => items.length > 0)}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="There is no project of that name"
      value={value === undefined ? null : idOf(value)}
      onChange={(id) => onChange(all.find((one) => one.id === id))}
      error={error}
      maxDropdownHeight={280}
      data-autofocus
    />
  );
}

function idOf({ place }: ChosenPlace): string {
  return "projectId" in place ? place.projectId : place.projectGrantId;
}

function useTargets(holder: RoleHolder, q: string) {
  const organizationId = useOrganizationOf(holder) ?? "";
  const may = useMay({ organizationId });
  const asks = organizationId !== "";
  const path = { organizationId };
  const projects = api.useQuery(
    "get",
    "/organizations/{organizationId}/projects",
    { params: { path, query: { limit: AT_ONCE, sort: "name", ...(q === "" ? {} : { q }) } } },
    { enabled: asks && may.has("project.read"), placeholderData: keepPreviousData },
  );
  const grants = api.useQuery(
    "get",
    "/organizations/{organizationId}/received-grants",
    { params: { path, query: { limit: AT_ONCE, state: "active" } } },
    { enabled: asks && may.has("project_grant.read") },
  );
  return {
    isLoaded: projects.data !== undefined,
    own: (projects.data?.items ?? []).map(({ id, name }) => ({ id, name, place: { projectId: id } })),
    granted: (grants.data?.items ?? []).map(({ id, projectName }) => ({
      id,
      name: projectName,
      place: { projectGrantId: id },
    })),
  };
}

/** The organization of the user. */
function useOrganizationOf(holder: RoleHolder): string | undefined {
  const userId = "userId" in holder ? holder.userId : "";
  const serviceUserId = "serviceUserId" in holder ? holder.serviceUserId : "";
  const human = api.useQuery("get", "/users/{userId}", { params: { path: { userId } } }, { enabled: userId !== "" });
  const service = api.useQuery(
    "get",
    "/service-users/{serviceUserId}",
    { params: { path: { serviceUserId } } },
    { enabled: serviceUserId !== "" },
  );
  return human.data?.organizationId ?? service.data?.organizationId;
}
