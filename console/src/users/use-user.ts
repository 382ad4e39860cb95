/** The person that the page is about. The frame shows what is wrong where they cannot be read. */
import { api } from "../api.ts";
import { useParam } from "../parts/page/use-param.ts";

export function useUser() {
  const userId = useParam("userId");
  return api.useQuery("get", "/users/{userId}", { params: { path: { userId } } });
}
