/** The question whether an organization wants what it was granted: what it means to accept, and the ways to answer. */
import { Button, Group, List, SimpleGrid, Stack, Text } from "@mantine/core";
import type { Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { Section } from "../parts/page/section.tsx";
import { RoleKeys } from "../parts/role-assignments/roles.tsx";
import { acceptGrant, isFromBefore, leaveGrant, refuseGrant } from "./grant-answer-actions.ts";

type Grant = Schemas["ProjectGrant"];

const askAnOwner = "Only an owner of the organization can answer.";

/** For the organization that received it, while it waits, when it was refused, and for one from before. */
export function GrantAnswer({ grant }: { grant: Grant }) {
  const may = useMay({ organizationId: grant.organizationId });
  const answers = may.has("project_grant.accept");
  const { title, purpose } = question(grant);
  return (
    <Section title={title} purpose={purpose}>
      <Stack gap="md" maw={640}>
        <Meaning grant={grant} />
        {answers ? (
          <Answers grant={grant} />
        ) : (
          may.isLoaded && (
            <Text size="sm" c="dimmed">
              {askAnOwner}
            </Text>
          )
        )}
      </Stack>
    </Section>
  );
}

function question(grant: Grant): { title: string; purpose: string } {
  const { projectName, organizationName, ownerOrganizationName, ownerOrganizationDomain } = grant;
  const giver = `${ownerOrganizationName} (${ownerOrganizationDomain})`;
  if (grant.state === "pending") {
    return {
      title: `Does ${organizationName} want to use this project?`,
      purpose: `${giver} grants you ${projectName}. Until you accept it, nobody gets in through the grant, and ${ownerOrganizationName} learns nothing about your people by it.`,
    };
  }
  if (grant.state === "refused") {
    return {
      title: "You do not want this project",
      purpose: `It was refused, or left. Nobody gets in through the grant. You can accept it as long as ${giver} has not taken it back.`,
    };
  }
  return {
    title: "Confirm this grant",
    purpose: `It is older than the rule that grants are accepted. Until you confirm it, your people keep their roles, but are asked before an application of ${giver} learns about them, and it gets none of their metadata.`,
  };
}

/** What the giver may then do and see, in plain words. */
function Meaning({ grant }: { grant: Grant }) {
  const { ownerOrganizationName: giver, projectName, roleKeys } = grant;
  return (
    <>
      <div>
        <Text size="sm" fw={600} mb={4}>
          If you {isFromBefore(grant) ? "confirm" : "accept"}
        </Text>
        <List size="sm" spacing={6} withPadding>
          <List.Item>
            Your people may sign in to the applications of {projectName} without being asked whether they agree.
          </List.Item>
          <List.Item>
            These applications learn about whoever signs in what they ask for: name, e-mail address, phone number,
            address, and the metadata that you keep about them.
          </List.Item>
          <List.Item>
            Project managers of {giver} see who of your people has which role through the grant and who manages it here,
            and may give and take its roles. They see nobody else.
          </List.Item>
          <List.Item>{giver} may add roles to the grant, or take some out, without asking you again.</List.Item>
          <List.Item>You decide who of your people gets its roles, and can leave at any time.</List.Item>
        </List>
      </div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          Granted roles
        </Text>
        <RoleKeys keys={roleKeys} />
      </Group>
    </>
  );
}

/** Of equal weight: neither is what one ought to press. */
function Answers({ grant }: { grant: Grant }) {
  if (grant.state === "refused") {
    return (
      <div>
        <Button variant="default" onClick={() => acceptGrant(grant)}>
          Accept after all
        </Button>
      </div>
    );
  }
  const older = isFromBefore(grant);
  return (
    <SimpleGrid cols={2} spacing="sm" maw={400}>
      <Button variant="default" onClick={() => acceptGrant(grant)}>
        {older ? "Confirm" : "Accept"}
      </Button>
      <Button variant="default" onClick={() => (older ? leaveGrant(grant) : refuseGrant(grant))}>
        {older ? "Leave" : "Refuse"}
      </Button>
    </SimpleGrid>
  );
}

/** For the organization that granted it, as long as it gives nothing. */
export function GrantAwaitsAnswer({ grant: { state, organizationName, projectName } }: { grant: Grant }) {
  return state === "pending" ? (
    <Section
      title={`${organizationName} has yet to accept`}
      purpose={`An owner of ${organizationName} finds the grant in the Console under Granted projects, and accepts or refuses it there. Until then nobody of theirs gets into ${projectName} through it, and you see none of their people.`}
    />
  ) : (
    <Section
      title={`${organizationName} does not want this grant`}
      purpose={`It was refused, or left after a while. They can still accept it. To offer it anew, take it back under Settings and grant ${projectName} again.`}
    />
  );
}
