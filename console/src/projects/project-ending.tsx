/** The end of a project, for a while or for good. */
import { answered, changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { Ending } from "../parts/dialogs/ending.tsx";
import { paths } from "../paths.ts";

export function ProjectEnding({ project }: { project: Schemas["Project"] }) {
  const { id: projectId, organizationId } = project;
  const may = useMay({ projectId });
  // Whoever manages only the project has no list of the organization's projects to go to.
  const mayInOrganization = useMay({ organizationId });
  const path = { params: { path: { projectId } } };
  return (
    <Ending
      kind="project"
      thing={project}
      may={{ change: may.has("project.write"), delete: may.has("project.delete") }}
      deactivate={() => changed(client.POST("/projects/{projectId}/deactivate", path))}
      activate={() => changed(client.POST("/projects/{projectId}/activate", path))}
      remove={() => answered(client.DELETE("/projects/{projectId}", path))}
      then={
        mayInOrganization.has("project.read") || mayInOrganization.has("project.create")
          ? paths.projects(organizationId)
          : paths.home
      }
      words={{
        inactive: "Nobody can sign in to its applications, and their tokens stop working, until it is activated again.",
        deactivating:
          "Its applications stop at once: sign-ins and tokens. What has not expired works again when it is activated.",
        active: "Its applications work again, and people can sign in to them.",
        gone: "Its applications, roles, grants and role assignments go with it.",
        deleting: "All its applications stop working at once, and everything in it is deleted.",
      }}
    />
  );
}
