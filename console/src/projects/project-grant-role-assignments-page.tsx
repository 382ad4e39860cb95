/** The roles that were granted, and who has them; before that, whether the other organization wants them. */
import { Group, Skeleton, Text } from "@mantine/core";
import { useRolesAt } from "../parts/role-assignment-reading.ts";
import { RoleMark } from "../parts/role-assignment-roles.tsx";
import { RoleAssignments } from "../parts/role-assignments.tsx";
import { Section } from "../parts/section.tsx";
import { useParam } from "../parts/use-param.ts";
import { GrantAnswer, GrantAwaitsAnswer } from "./grant-answer.tsx";
import { isFromBefore, isWaiting } from "./grant-answer-actions.ts";
import { useProjectGrant } from "./use-project-grant.ts";

export default function ProjectGrantRoleAssignmentsPage() {
  const projectGrantId = useParam("projectGrantId");
  const { grant, received } = useProjectGrant(projectGrantId);
  if (grant === undefined) return null;
  if (isWaiting(grant)) return received ? <GrantAnswer grant={grant} /> : <GrantAwaitsAnswer grant={grant} />;
  return (
    <>
      {received && isFromBefore(grant) && <GrantAnswer grant={grant} />}
      <GrantedRoles projectGrantId={projectGrantId} />
      <RoleAssignments of={{ projectGrantId }} />
    </>
  );
}

function GrantedRoles({ projectGrantId }: { projectGrantId: string }) {
  const roles = useRolesAt({ projectGrantId }).data?.items;
  return (
    <Section
      title="Granted roles"
      purpose="These can be given. What each of them allows is up to the applications of the project."
    >
      {roles === undefined ? (
        <Skeleton height={20} />
      ) : roles.length === 0 ? (
        <Text size="sm">None. People of the organization may sign in, and have no roles.</Text>
      ) : (
        <Group gap="lg" component="ul" className="plain-list">
          {roles.map(({ key, displayName }) => (
            <Group key={key} gap={6} component="li">
              <Text size="sm">{displayName}</Text>
              {displayName !== key && <RoleMark>{key}</RoleMark>}
            </Group>
          ))}
        </Group>
      )}
    </Section>
  );
}
