/** What a project is called, how strict it is, and its end. */
import { Switch, TextInput } from "@mantine/core";
import { api, changed, client, ifMatch } from "../api.ts";
import { useMay } from "../may.tsx";
import { ApiForm } from "../parts/forms/api-form.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { CopyValue } from "../parts/values/copy.tsx";
import { When } from "../parts/values/when.tsx";
import { ProjectEnding } from "./project-ending.tsx";

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
          save={(body) =>
            changed(
              client.PATCH("/projects/{projectId}", { params: { path: { projectId }, ...ifMatch(version) }, body }),
            )
          }
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
      <ProjectEnding project={project} />
    </>
  );
}
