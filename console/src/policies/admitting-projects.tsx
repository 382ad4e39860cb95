/** Whom registration lets in where: the projects that ask nobody for a role, with the way to ask for one. */
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { api, changed, client, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { act, ProblemAlert } from "../parts/page/problem.tsx";
import { paths } from "../paths.ts";
import type { PolicyPlace } from "./policy-calls.ts";

type Project = Schemas["AdmittingProject"];

/** While people may register, or are about to be let. */
export function AdmittingProjects({ place: { organizationId } }: { place: PolicyPlace }) {
  const own = organizationId !== undefined;
  const path = { organizationId: organizationId ?? "" };
  const ofInstance = api.useQuery("get", "/instance/policies/registration/admits", {}, { enabled: !own });
  const ofOrganization = api.useQuery(
    "get",
    "/organizations/{organizationId}/policies/registration/admits",
    { params: { path } },
    { enabled: own },
  );
  const { data, error } = own ? ofOrganization : ofInstance;
  if (error !== null) return <ProblemAlert problem={error} />;
  if (data === undefined) return null;
  if (data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No project lets in whoever registers: each asks for a role first.
      </Text>
    );
  }
  return (
    <Stack gap="xs" role="group" aria-label="Projects that let in whoever registers">
      <Text size="sm">
        Whoever registers can sign in to the applications of{" "}
        {data.items.length === 1 && !data.more ? "this project" : "these projects"}, without anybody having given them a
        role:
      </Text>
      {data.items.map((project) => (
        <AdmittingRow
          key={project.id}
          project={project}
          isForeign={own && project.organizationId !== organizationId}
          withOwner={!own}
        />
      ))}
      {data.more && (
        <Text size="sm" c="dimmed">
          And others, which are shown when these ask for a role.
        </Text>
      )}
    </Stack>
  );
}

interface AdmittingRowProps {
  readonly project: Project;
  /** It is granted by another organization, which alone can change it. */
  readonly isForeign: boolean;
  readonly withOwner: boolean;
}

function AdmittingRow({ project: { id, name, organizationName }, isForeign, withOwner }: AdmittingRowProps) {
  const may = useMay({ projectId: id });
  const ask = () =>
    act(
      () =>
        changed(
          client.PATCH("/projects/{projectId}", { params: { path: { projectId: id } }, body: { roleCheck: true } }),
        ),
      `${name} asks for a role`,
    );
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <Text size="sm" miw={0} className="wrap">
        {isForeign ? (
          name
        ) : (
          <Anchor component={Link} to={paths.project(id)} inherit>
            {name}
          </Anchor>
        )}
        {(isForeign || withOwner) && (
          <Text span c="dimmed">
            {" "}
            of {organizationName}
          </Text>
        )}
      </Text>
      {may.has("project.write") && !isForeign ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void ask()}
          aria-label={`Only people with a role in ${name}`}
        >
          Only people with a role
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {isForeign ? "For its owner to change" : "For its managers to change"}
        </Text>
      )}
    </Group>
  );
}
