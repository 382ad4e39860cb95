/** Stops an application for a while, or for good. */
import { answered, changed, client } from "../api.ts";
import { useMay } from "../may.tsx";
import { Ending } from "../parts/dialogs/ending.tsx";
import { paths } from "../paths.ts";
import type { Application } from "./kinds.ts";

export function ApplicationEnding({ application }: { application: Application }) {
  const may = useMay({ applicationId: application.id });
  const path = { params: { path: { applicationId: application.id } } };
  return (
    <Ending
      kind="application"
      thing={application}
      may={{ change: may.has("application.write"), delete: may.has("application.delete") }}
      deactivate={() => changed(client.POST("/applications/{applicationId}/deactivate", path))}
      activate={() => changed(client.POST("/applications/{applicationId}/activate", path))}
      remove={() => answered(client.DELETE("/applications/{applicationId}", path))}
      then={paths.project(application.projectId)}
      words={{
        inactive: "Nobody can sign in to it, and its tokens stop working, until it is activated again.",
        deactivating: "It stops at once: sign-ins and tokens. What has not expired works again when it is activated.",
        active: "It works again, and people can sign in to it.",
        gone: "Its secrets, its keys and every session at it go with it.",
        deleting: "It stops working at once, and a new one will have another client id.",
      }}
    />
  );
}
