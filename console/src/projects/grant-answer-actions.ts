/** What the organization that received a grant can say to it. */
import { changed, client, type Schemas } from "../api.ts";
import { confirmByName } from "../parts/dialogs/confirm.tsx";
import { act } from "../parts/page/problem.tsx";

type Grant = Schemas["ProjectGrant"];

const pathOf = ({ id: projectGrantId, organizationId }: Grant) => ({
  params: { path: { organizationId, projectGrantId } },
});
const refuse = (grant: Grant) =>
  changed(client.POST("/organizations/{organizationId}/received-grants/{projectGrantId}/refuse", pathOf(grant)));

export function acceptGrant(grant: Grant): void {
  void act(
    () =>
      changed(client.POST("/organizations/{organizationId}/received-grants/{projectGrantId}/accept", pathOf(grant))),
    isFromBefore(grant) ? `${grant.projectName} is confirmed` : `${grant.projectName} is accepted`,
  );
}

export function refuseGrant(grant: Grant): void {
  void act(() => refuse(grant), `${grant.projectName} is refused`);
}

export function leaveGrant(grant: Grant): void {
  const { projectName, organizationName, ownerOrganizationName } = grant;
  confirmByName({
    action: "Leave project",
    name: projectName,
    consequence: `People of ${organizationName} lose their roles in ${projectName} at once, and the grant loses its managers. You can accept it again as long as ${ownerOrganizationName} has not taken it back; that begins with nobody.`,
    run: () => refuse(grant),
    done: `${organizationName} has left ${projectName}`,
  });
}

/** Nobody has accepted it, or it was refused: it gives nothing. */
export function isWaiting({ state }: Pick<Grant, "state">): boolean {
  return state === "pending" || state === "refused";
}

/** In use since before grants had to be accepted. */
export function isFromBefore({ state, acceptedAt }: Pick<Grant, "state" | "acceptedAt">): boolean {
  return acceptedAt === null && !isWaiting({ state });
}
