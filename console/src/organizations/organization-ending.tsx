/** The end of an organization, for a while or for good. */
import { useNavigate } from "@tanstack/react-router";
import { answered, changed, client, readAgain, type Schemas } from "../api.ts";
import { confirm, confirmByName, Danger, DangerZone } from "../parts/confirm.tsx";
import { useMay, useMe } from "../parts/may.tsx";
import { act } from "../parts/problem.tsx";
import { paths } from "../paths.ts";

export function OrganizationEnding({ organization: { id: organizationId, name, state } }: { organization: Schemas["Organization"] }) {
  const may = useMay({ organizationId });
  const own = useMe()?.organization.id === organizationId;
  const navigate = useNavigate();
  const path = { params: { path: { organizationId } } };
  const mayActivate = may.has("organization.activate");
  if (!mayActivate && !may.has("organization.delete")) return null;
  return (
    <DangerZone>
      {mayActivate && state === "active" && (
        <Danger
          action="Deactivate organization"
          explanation="Its users cannot sign in anywhere, and nobody can sign in at its applications, until it is activated again."
          onClick={() =>
            confirm({
              action: "Deactivate organization",
              consequence: `All users of ${name} are shut out at once, and its applications and service users stop. What has not expired works again when it is activated.${own ? " Your own account is in it: you cannot undo this yourself." : ""}`,
              run: () => changed(client.POST("/organizations/{organizationId}/deactivate", path)),
              done: `${name} is inactive`,
            })
          }
        />
      )}
      {mayActivate && state !== "active" && (
        <Danger
          action="Activate organization"
          explanation="Its users can sign in again, and its applications work again."
          onClick={() => void act(() => changed(client.POST("/organizations/{organizationId}/activate", path)), `${name} is active`)}
        />
      )}
      {may.has("organization.delete") && (
        <Danger
          action="Delete organization"
          explanation="Its users, projects, applications, policies and metadata go with it. This cannot be undone."
          onClick={() =>
            confirmByName({
              action: "Delete organization",
              name,
              consequence: "All its users and projects, and everything that belongs to them, are deleted at once. This cannot be undone.",
              async run() {
                await answered(client.DELETE("/organizations/{organizationId}", path));
                await navigate({ to: paths.organizations });
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
