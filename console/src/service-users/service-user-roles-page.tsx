/** What a service user may do. */
import { useParam } from "../parts/page/use-param.ts";
import { RolesOf } from "../users/roles-of.tsx";

export default function ServiceUserRolesPage() {
  return <RolesOf of={{ serviceUserId: useParam("serviceUserId") }} />;
}
