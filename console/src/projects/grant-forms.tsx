/** Granting a project to another organization, and changing which roles it has from it. */
import { Autocomplete, Box, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, changed, client, ifMatch, type Schemas } from "../api.ts";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { sayDone } from "../parts/page/problem.tsx";
import { RolesField } from "../parts/role-assignments/roles.tsx";

const noRoles =
  "This project has no roles yet. It can be granted without any: people of the organization may then sign in.";

export function NewGrant({ project, close }: { project: Schemas["Project"]; close: () => void }) {
  const initial: { organizationDomain: string; roleKeys: string[] } = { organizationDomain: "", roleKeys: [] };
  return (
    <ApiForm
      initial={initial}
      submit="Grant project"
      onCancel={close}
      fields={{ organizationId: "organizationDomain" }}
      save={async (body) => {
        const params = { path: { projectId: project.id } };
        const grant = await changed(client.POST("/projects/{projectId}/grants", { params, body }));
        sayDone(
          grant.state === "pending"
            ? `${project.name} is granted to ${grant.organizationName}, which has to accept it`
            : `${project.name} is granted to ${grant.organizationName}`,
        );
        close();
      }}
    >
      {(form) => (
        <>
          <OrganizationField exceptId={project.organizationId} {...form.getInputProps("organizationDomain")} />
          <RolesField
            form={form}
            place={{ projectId: project.id }}
            none={noRoles}
            label="Roles it may give"
            description="Its managers give these to their people, and no others."
          />
        </>
      )}
    </ApiForm>
  );
}

/** For a dialog, with `close`, or for a section of a page. */
export function GrantRoles({
  grant,
  close,
  readOnly = false,
}: {
  grant: Schemas["ProjectGrant"];
  close?: () => void;
  readOnly?: boolean;
}) {
  const { id: projectGrantId, projectId, roleKeys, version, organizationName } = grant;
  return (
    <ApiForm
      initial={{ roleKeys }}
      readOnly={readOnly}
      {...(close === undefined ? {} : { onCancel: close })}
      save={async (body) => {
        const params = { path: { projectGrantId }, ...ifMatch(version) };
        await changed(client.PATCH("/project-grants/{projectGrantId}", { params, body }));
        if (close === undefined) return;
        sayDone("Saved");
        close();
      }}
    >
      {(form) => (
        <RolesField
          form={form}
          place={{ projectId }}
          none="This project has no roles yet."
          label={`Roles that ${organizationName} may give`}
          description="A role that you take out is at once taken from everyone who has it through the grant."
        />
      )}
    </ApiForm>
  );
}

interface OrganizationFieldProps {
  /** The one that needs no grant. */
  readonly exceptId: string;
  readonly value?: string;
  readonly onChange?: (domain: string) => void;
  readonly error?: ReactNode;
}

/** Those one may see are proposed; any other one is named by its domain, which its managers know. */
function OrganizationField({ exceptId, value = "", onChange, error }: OrganizationFieldProps) {
  const [q] = useDebouncedValue(value.trim(), 200);
  const { data } = api.useQuery(
    "get",
    "/organizations",
    { params: { query: { limit: 20, sort: "name", ...(q === "" ? {} : { q }) } } },
    { placeholderData: keepPreviousData },
  );
  const found = (data?.items ?? []).filter(({ id }) => id !== exceptId);
  const names = new Map(found.map(({ domain, name }) => [domain, name]));
  return (
    <Autocomplete
      label="Organization"
      description="Find it by name, or type its domain if it is none of yours. An owner there accepts or refuses the grant."
      placeholder="globex.example"
      required
      data-autofocus
      spellCheck={false}
      data={found.map(({ domain }) => domain)}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <Box>
          <Text size="sm">{names.get(option.value)}</Text>
          <Text size="xs" c="dimmed">
            {option.value}
          </Text>
        </Box>
      )}
      value={value}
      onChange={(domain) => onChange?.(domain)}
      error={error}
    />
  );
}
