/** What managers of a project do with those who may name it. */
import { changed, client, type Schemas } from "../api.ts";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { act } from "../parts/page/problem.tsx";

export type Caller = Schemas["ProjectCaller"];

export const kindsOfCallers: Readonly<Record<Caller["kind"], string>> = {
  project: "Project, with all its applications",
  application: "Application",
  service_user: "Service user",
};

const nameOf = ({ name, id }: Caller) => name ?? id;
const pathOf = (projectId: string, { id: callerId }: Caller) => ({ params: { path: { projectId, callerId } } });

export function confirmCaller(projectId: string, caller: Caller): void {
  void act(
    () => changed(client.POST("/projects/{projectId}/callers/{callerId}/confirm", pathOf(projectId, caller))),
    `${nameOf(caller)} is confirmed`,
  );
}

export function removeCaller(projectId: string, caller: Caller): void {
  confirm({
    action: "Remove caller",
    consequence: `The APIs of this project accept no token of ${nameOf(caller)} any more, at once. People stay signed in there, and everything else of it goes on.`,
    run: () => changed(client.DELETE("/projects/{projectId}/callers/{callerId}", pathOf(projectId, caller))),
    done: `${nameOf(caller)} was removed`,
  });
}
