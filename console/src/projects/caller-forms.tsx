/**
 * Letting another project, or one application of it, name a project: chosen where one sees them, and by id elsewhere.
 */
import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { ApiForm, type FormOf } from "../parts/forms/api-form.tsx";
import { sayDone } from "../parts/page/problem.tsx";

interface Values extends Record<string, unknown> {
  whose: "own" | "other";
  projectId: string | null;
  /** Null: all of the project. */
  applicationId: string | null;
  kind: "project" | "application";
  id: string;
}

const initial: Values = { whose: "own", projectId: null, applicationId: null, kind: "project", id: "" };

export function NewCaller({ project, close }: { project: Schemas["Project"]; close: () => void }) {
  const { id: projectId, organizationId } = project;
  const mayInOrganization = useMay({ organizationId });
  if (!mayInOrganization.isLoaded) return null;
  const seesProjects = mayInOrganization.has("project.read");
  return (
    <ApiForm<Values>
      initial={seesProjects ? initial : { ...initial, whose: "other" }}
      submit="Add caller"
      onCancel={close}
      fields={{ callingProjectId: "id", applicationId: "id" }}
      save={async (values) => {
        const added = await changed(
          client.POST("/projects/{projectId}/callers", { params: { path: { projectId } }, body: toBody(values) }),
        );
        sayDone(`${added.name ?? added.id} may name ${project.name}`);
        close();
      }}
    >
      {(form) => (
        <>
          {seesProjects && (
            <Radio.Group label="Where it is" {...form.getInputProps("whose")}>
              <Stack gap="xs" mt="xs">
                <Radio value="own" label="In this organization" />
                <Radio value="other" label="In another organization" />
              </Stack>
            </Radio.Group>
          )}
          {form.getValues().whose === "own" ? <OwnCaller form={form} project={project} /> : <OtherCaller form={form} />}
        </>
      )}
    </ApiForm>
  );
}

function toBody({ whose, projectId, applicationId, kind, id }: Values): Schemas["NewProjectCaller"] {
  if (whose === "other") return kind === "project" ? { callingProjectId: id } : { applicationId: id };
  return applicationId === null ? { callingProjectId: projectId ?? "" } : { applicationId };
}

function OwnCaller({
  form,
  project: { id: itself, organizationId },
}: {
  form: FormOf<Values>;
  project: Schemas["Project"];
}) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const projects = api.useQuery(
    "get",
    "/organizations/{organizationId}/projects",
    { params: { path: { organizationId }, query: { limit: 50, sort: "name", ...(q === "" ? {} : { q }) } } },
    { placeholderData: keepPreviousData },
  );
  const projectId = form.getValues().projectId ?? "";
  const applications = api.useQuery(
    "get",
    "/projects/{projectId}/applications",
    { params: { path: { projectId }, query: { limit: 200, sort: "name" } } },
    { enabled: projectId !== "" },
  );
  const callers = (applications.data?.items ?? []).filter(({ type }) => type !== "api");
  return (
    <>
      <Select
        label="Project"
        placeholder="Find it by name"
        required
        searchable
        data-autofocus
        data={(projects.data?.items ?? [])
          .filter(({ id }) => id !== itself)
          .map(({ id, name }) => ({ value: id, label: name }))}
        filter={({ options }) => options}
        nothingFoundMessage="No other project of that name"
        onSearchChange={setTyped}
        {...form.getInputProps("projectId")}
        onChange={(chosen) => form.setValues({ projectId: chosen, applicationId: null })}
        error={form.errors.id ?? form.errors.projectId}
      />
      <Select
        label="Application"
        placeholder="All of them, also later ones"
        description="Choose one to let only that one name this project."
        clearable
        disabled={projectId === ""}
        data={callers.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps("applicationId")}
      />
    </>
  );
}

function OtherCaller({ form }: { form: FormOf<Values> }) {
  const isProject = form.getValues().kind === "project";
  return (
    <>
      <Radio.Group label="What it is" {...form.getInputProps("kind")}>
        <Stack gap="xs" mt="xs">
          <Radio value="project" label="A project, with all its applications" />
          <Radio value="application" label="One application" />
        </Stack>
      </Radio.Group>
      <TextInput
        label={isProject ? "Project id" : "Client id"}
        description={`Its managers find it on the page of the ${isProject ? "project, under Settings" : "application"}. Signet does not say whether it exists, so copy it exactly.`}
        placeholder="019a8530-6d20-7b6e-8c55-2f4d8a9b0c1d"
        required
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps("id")}
      />
    </>
  );
}
