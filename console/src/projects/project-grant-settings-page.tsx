/** What a project grant includes: for the side that granted it to change, for the other one to read. */
import { useNavigate } from "@tanstack/react-router";
import { useMay } from "../may.tsx";
import { Danger, DangerZone } from "../parts/dialogs/confirm.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { useParam } from "../parts/page/use-param.ts";
import { RoleKeys } from "../parts/role-assignments/roles.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { When } from "../parts/values/when.tsx";
import { paths } from "../paths.ts";
import { activateGrant, deactivateGrant, takeBackGrant } from "./grant-actions.ts";
import { isWaiting, leaveGrant } from "./grant-answer-actions.ts";
import { GrantState } from "./grant-columns.tsx";
import { GrantRoles } from "./grant-forms.tsx";
import { type Grant, useProjectGrant } from "./use-project-grant.ts";

export default function ProjectGrantSettingsPage() {
  const projectGrantId = useParam("projectGrantId");
  const { grant, granting, received } = useProjectGrant(projectGrantId);
  const may = useMay({ projectGrantId });
  if (grant === undefined || granting === undefined) return null;
  return (
    <>
      {granting && (
        <Section title="Roles">
          <GrantRoles grant={grant} readOnly={!may.has("project_grant.write")} />
        </Section>
      )}
      <Section
        title="About"
        {...(granting
          ? {}
          : {
              purpose: "The organization that owns the project decides what is granted. Ask its managers for changes.",
            })}
      >
        <Facts
          items={[
            ["Project", grant.projectName],
            ["Granted by", `${grant.ownerOrganizationName} (${grant.ownerOrganizationDomain})`],
            ["Granted to", grant.organizationName],
            granting ? undefined : ["Granted roles", <RoleKeys key="roles" keys={grant.roleKeys} />],
            ["State", <GrantState key="state" grant={grant} />],
            ["Granted", <When key="created" at={grant.createdAt} />],
            ["Accepted", grant.acceptedAt === null ? "No" : <When key="accepted" at={grant.acceptedAt} />],
            ["Changed", <When key="changed" at={grant.changedAt} />],
            ["Grant id", <CopyValue key="id" value={grant.id} what="grant id" />],
            ["Project id", <CopyValue key="project" value={grant.projectId} what="project id" />],
          ]}
        />
      </Section>
      <Ending grant={grant} received={received} />
    </>
  );
}

function Ending({ grant, received }: { grant: Grant; received: boolean }) {
  const may = useMay({ projectGrantId: grant.id });
  const navigate = useNavigate();
  const mayAtReceiver = useMay({ organizationId: grant.organizationId });
  const [mayWrite, mayDelete] = [may.has("project_grant.write"), may.has("project_grant.delete")];
  const mayLeave = received && !isWaiting(grant) && mayAtReceiver.has("project_grant.accept");
  if (!mayWrite && !mayDelete && !mayLeave) return null;
  return (
    <DangerZone>
      {mayLeave && (
        <Danger
          action="Leave project"
          explanation="Your organization does not want it any more. Everything that was given through the grant goes with that."
          onClick={() => leaveGrant(grant)}
        />
      )}
      {mayWrite && grant.state === "active" && (
        <Danger
          action="Deactivate grant"
          explanation="What was given through it does not count until it is activated again, but is kept."
          onClick={() => deactivateGrant(grant)}
        />
      )}
      {mayWrite && grant.state === "inactive" && (
        <Danger
          action="Activate grant"
          explanation="What was given through it counts again."
          onClick={() => activateGrant(grant)}
        />
      )}
      {mayDelete && (
        <Danger
          action="Take grant back"
          explanation="Everything that was given through it goes with it. This cannot be undone."
          onClick={() => takeBackGrant(grant, () => navigate({ to: `${paths.project(grant.projectId)}/grants` }))}
        />
      )}
    </DangerZone>
  );
}
