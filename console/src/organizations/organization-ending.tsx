/** The end of an organization, for a while or for good. */
import { answered, changed, client, type Schemas } from "../api.ts";
import { useMay, useMe } from "../may.tsx";
import { Ending } from "../parts/dialogs/ending.tsx";
import { paths } from "../paths.ts";

export function OrganizationEnding({ organization }: { organization: Schemas["Organization"] }) {
  const { id: organizationId, name } = organization;
  const may = useMay({ organizationId });
  const own = useMe()?.organization.id === organizationId;
  const whoCanUndo = own
    ? " Your own account is in it, so you are shut out, too: only who manages the instance can activate it again."
    : may.has("organization.activate")
      ? ""
      : " You cannot undo this: only who manages the instance can activate it again.";
  const path = { params: { path: { organizationId } } };
  return (
    <Ending
      kind="organization"
      thing={organization}
      may={{
        change: may.has("organization.deactivate"),
        activate: may.has("organization.activate"),
        delete: may.has("organization.delete"),
      }}
      deactivate={() => changed(client.POST("/organizations/{organizationId}/deactivate", path))}
      activate={() => changed(client.POST("/organizations/{organizationId}/activate", path))}
      remove={() => answered(client.DELETE("/organizations/{organizationId}", path))}
      then={paths.organizations}
      words={{
        inactive:
          "Its users cannot sign in anywhere, and nobody can sign in at its applications, until it is activated again.",
        deactivating: `All users of ${name} are shut out at once, and its applications and service users stop. What has not expired works again when it is activated.${whoCanUndo}`,
        active: "Its users can sign in again, and its applications work again.",
        gone: "Its users, projects, applications, policies and metadata go with it.",
        deleting: "All its users and projects, and everything that belongs to them, are deleted at once.",
      }}
    />
  );
}
