/** The roles that were granted, and who has them; before that, whether the other organization wants them. */
import { Group, Skeleton, Text } from "@mantine/core";
import { Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { useRolesAt } from "../parts/role-assignments/reading.ts";
import { RoleAssignments } from "../parts/role-assignments/role-assignments.tsx";
import { RoleMark } from "../parts/role-assignments/roles.tsx";
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
