/** What a project is called, how strict it is, and its end. */
import { Switch, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { answered, api, changed, client, ifMatch, readAgain, type Schemas } from "../api.ts";
import { ApiForm } from "../parts/api-form.tsx";
import { confirm, confirmByName, Danger, DangerZone } from "../parts/confirm.tsx";
import { CopyValue } from "../parts/copy.tsx";
import { useMay } from "../parts/may.tsx";
import { act } from "../parts/problem.tsx";
import { Facts, Section } from "../parts/section.tsx";
import { useParam } from "../parts/use-param.ts";
import { When } from "../parts/when.tsx";
import { paths } from "../paths.ts";

export default function ProjectSettingsPage() {
  const projectId = useParam("projectId");
  const { data: project } = api.useQuery("get", "/projects/{projectId}", { params: { path: { projectId } } });
  const may = useMay({ projectId });
  if (project === undefined) return null;
  const { name, projectCheck, roleAssertion, roleCheck, version } = project;
  return (
    <>
      <Section title="General">
        <ApiForm
          initial={{ name, projectCheck, roleAssertion, roleCheck }}
          readOnly={!may.has("project.write")}
          save={(body) => changed(client.PATCH("/projects/{projectId}", { params: { path: { projectId }, ...ifMatch(version) }, body }))}
        >
          {(form) => (
            <>
              <TextInput label="Name" required maw={420} {...form.getInputProps("name")} />
              <Switch
                label="Roles in tokens"
                description="The roles people have in this project are in ID tokens and at userinfo, without being asked for by scope."
                {...form.getInputProps("roleAssertion", { type: "checkbox" })}
              />
              <Switch
                label="Only people with a role"
                description="Whoever has no role in this project cannot sign in to its applications."
                {...form.getInputProps("roleCheck", { type: "checkbox" })}
              />
              <Switch
                label="Only organizations it is granted to"
                description="People of other organizations cannot sign in to its applications, unless it is granted to theirs."
                {...form.getInputProps("projectCheck", { type: "checkbox" })}
              />
            </>
          )}
        </ApiForm>
      </Section>
      <Section title="About">
        <Facts
          items={[
            ["Project id", <CopyValue key="id" value={project.id} what="project id" />],
            ["Created", <When key="created" at={project.createdAt} />],
            ["Changed", <When key="changed" at={project.changedAt} />],
          ]}
        />
      </Section>
      <Ending project={project} />
    </>
  );
}

function Ending({ project: { id: projectId, name, state, organizationId } }: { project: Schemas["Project"] }) {
  const may = useMay({ projectId });
  const navigate = useNavigate();
  // Whoever manages only the project has no list of the organization's projects to go to.
  const around = useMay({ organizationId });
  const after = around.has("project.read") || around.has("project.create") ? paths.projects(organizationId) : paths.home;
  const path = { params: { path: { projectId } } };
  if (!may.has("project.write") && !may.has("project.delete")) return null;
  return (
    <DangerZone>
      {may.has("project.write") && state === "active" && (
        <Danger
          action="Deactivate project"
          explanation="Nobody can sign in to its applications, and their tokens stop working, until it is activated again."
          onClick={() =>
            confirm({
              action: "Deactivate project",
              consequence:
                "Its applications stop at once: sign-ins, tokens and sessions. Activating it later does not bring sessions back.",
              run: () => changed(client.POST("/projects/{projectId}/deactivate", path)),
              done: `${name} is inactive`,
            })
          }
        />
      )}
      {may.has("project.write") && state !== "active" && (
        <Danger
          action="Activate project"
          explanation="Its applications work again, and people can sign in to them."
          onClick={() => void act(() => changed(client.POST("/projects/{projectId}/activate", path)), `${name} is active`)}
        />
      )}
      {may.has("project.delete") && (
        <Danger
          action="Delete project"
          explanation="Its applications, roles, grants and role assignments go with it. This cannot be undone."
          onClick={() =>
            confirmByName({
              action: "Delete project",
              name,
              consequence: "All its applications stop working at once, and everything in it is deleted. This cannot be undone.",
              async run() {
                await answered(client.DELETE("/projects/{projectId}", path));
                await navigate({ to: after });
                await readAgain();
              },
              done: `${name} was deleted`,
            })
          }
        />
      )}
    </DangerZone>
  );
}
