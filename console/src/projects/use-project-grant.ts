/** A project grant, and on which side of it one is. */
import { api, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { useOrganization } from "../shell/current-organization.tsx";

export type Grant = Schemas["ProjectGrant"];

interface ProjectGrantSeen {
  readonly grant: Grant | undefined;
  readonly error: unknown;
  /** Whoever sees the grants of the project is on the side that granted it. Undefined as long as that is not known. */
  readonly granting: boolean | undefined;
  /** It is looked at as what was received. Whoever manages both organizations is in one of them. */
  readonly received: boolean;
}

export function useProjectGrant(projectGrantId: string): ProjectGrantSeen {
  const { data: grant, error } = api.useQuery("get", "/project-grants/{projectGrantId}", {
    params: { path: { projectGrantId } },
  });
  const may = useMay(grant === undefined ? {} : { projectId: grant.projectId });
  const { organization } = useOrganization();
  const granting = grant !== undefined && may.isLoaded ? may.has("project_grant.read") : undefined;
  const received = granting === false || (grant !== undefined && organization?.id === grant.organizationId);
  return { grant, error, granting, received };
}
