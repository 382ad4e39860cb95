/** What the organization that owns a project can do with a grant of it. */
import { answered, changed, client, readAgain, type Schemas } from "../api.ts";
import { confirm, confirmByName } from "../parts/dialogs/confirm.tsx";
import { act } from "../parts/page/problem.tsx";
import { isWaiting } from "./grant-answer-actions.ts";

type Grant = Schemas["ProjectGrant"];

const pathOf = ({ id: projectGrantId }: Grant) => ({ params: { path: { projectGrantId } } });

export function deactivateGrant(grant: Grant): void {
  const { organizationName, projectName } = grant;
  confirm({
    action: "Deactivate grant",
    consequence: `People of ${organizationName} have no roles in ${projectName} until it is activated again. Who had which is kept.`,
    run: () => changed(client.POST("/project-grants/{projectGrantId}/deactivate", pathOf(grant))),
    done: `The grant to ${organizationName} is inactive`,
  });
}

export function activateGrant(grant: Grant): void {
  void act(
    () => changed(client.POST("/project-grants/{projectGrantId}/activate", pathOf(grant))),
    `The grant to ${grant.organizationName} is active`,
  );
}

/** `leave`: away from the page of the grant, before it is read again. */
export function takeBackGrant(grant: Grant, leave: () => Promise<void> = async () => undefined): void {
  const { organizationName, projectName } = grant;
  confirmByName({
    action: "Take grant back",
    name: organizationName,
    consequence: isWaiting(grant)
      ? `${organizationName} can no longer accept it. Nobody has anything through it.`
      : `People of ${organizationName} lose their roles in ${projectName} at once, and the grant loses its managers. This cannot be undone: granting it again begins with nobody.`,
    async run() {
      await answered(client.DELETE("/project-grants/{projectGrantId}", pathOf(grant)));
      await leave();
      await readAgain();
    },
    done: `${projectName} is no longer granted to ${organizationName}`,
  });
}
