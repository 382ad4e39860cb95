/** Switching a service user off and on again, from the list and from its page. */
import { changed, client, type Schemas } from "../api.ts";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { act } from "../parts/page/problem.tsx";

type NamedServiceUser = Pick<Schemas["ServiceUser"], "id" | "name">;

export function askToDeactivate({ id, name }: NamedServiceUser): void {
  confirm({
    action: `Deactivate ${name}`,
    consequence:
      "Its tokens stop working at once, and it gets no new ones until it is activated again. Its keys and secret stay.",
    run: () =>
      changed(client.POST("/service-users/{serviceUserId}/deactivate", { params: { path: { serviceUserId: id } } })),
    done: `${name} is inactive`,
  });
}

export function activate({ id, name }: NamedServiceUser): Promise<boolean> {
  return act(
    () => changed(client.POST("/service-users/{serviceUserId}/activate", { params: { path: { serviceUserId: id } } })),
    `${name} is active`,
  );
}
