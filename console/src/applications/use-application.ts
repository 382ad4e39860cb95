/** The application that the page is about, and how it is changed. */
import { api, changed, client, ifMatch, type Schemas } from "../api.ts";
import { useParam } from "../parts/page/use-param.ts";
import type { Application } from "./kinds.ts";

export function useApplication() {
  const applicationId = useParam("applicationId");
  return api.useQuery("get", "/applications/{applicationId}", { params: { path: { applicationId } } });
}

/** Only if it still is what was read. What is left out stays; a list or the tokens are replaced as a whole. */
export function changeApplication(
  { id, version }: Application,
  body: Schemas["ApplicationChange"],
): Promise<Application> {
  return changed(
    client.PATCH("/applications/{applicationId}", {
      params: { path: { applicationId: id }, ...ifMatch(version) },
      body,
    }),
  );
}
