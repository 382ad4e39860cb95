/** The service user that the page is about. The frame shows what is wrong where it cannot be read. */
import { api } from "../api.ts";
import { useParam } from "../parts/page/use-param.ts";

export function useServiceUser() {
  const serviceUserId = useParam("serviceUserId");
  return api.useQuery("get", "/service-users/{serviceUserId}", { params: { path: { serviceUserId } } });
}
