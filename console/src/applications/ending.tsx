/** Stops an application for a while, or for good. */
import { useNavigate } from "@tanstack/react-router";
import { answered, changed, client, readAgain } from "../api.ts";
import { confirm, confirmByName, Danger, DangerZone } from "../parts/confirm.tsx";
import { useMay } from "../parts/may.tsx";
import { act } from "../parts/problem.tsx";
import { paths } from "../paths.ts";
import type { Application } from "./kinds.ts";

export function Ending({ application: { id: applicationId, name, state, projectId } }: { application: Application }) {
  const may = useMay({ applicationId });
  const navigate = useNavigate();
  const path = { params: { path: { applicationId } } };
  if (!may.has("application.write") && !may.has("application.delete")) return null;
  return (
    <DangerZone>
      {may.has("application.write") && state === "active" && (
        <Danger
          action="Deactivate application"
          explanation="Nobody can sign in to it, and its tokens stop working, until it is activated again."
          onClick={() =>
            confirm({
              action: "Deactivate application",
              consequence: "It stops at once: sign-ins, tokens and sessions. Activating it later does not bring sessions back.",
              run: () => changed(client.POST("/applications/{applicationId}/deactivate", path)),
              done: `${name} is inactive`,
            })
          }
        />
      )}
      {may.has("application.write") && state !== "active" && (
        <Danger
          action="Activate application"
          explanation="It works again, and people can sign in to it."
          onClick={() => void act(() => changed(client.POST("/applications/{applicationId}/activate", path)), `${name} is active`)}
        />
      )}
      {may.has("application.delete") && (
        <Danger
          action="Delete application"
          explanation="Its secrets, its keys and every session at it go with it. This cannot be undone."
          onClick={() =>
            confirmByName({
              action: "Delete application",
              name,
              consequence: "It stops working at once, and a new one will have another client id. This cannot be undone.",
              async run() {
                await answered(client.DELETE("/applications/{applicationId}", path));
                await navigate({ to: paths.project(projectId) });
                await readAgain();
              },
              done: `${name} was deleted`,
            })
          }
        />
      )}
    </DangerZone>
  );
}
