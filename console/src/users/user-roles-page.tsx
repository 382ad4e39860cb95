/** What a person may do. */
import { useParam } from "../parts/page/use-param.ts";
import { RolesOf } from "./roles-of.tsx";

export default function UserRolesPage() {
  return <RolesOf of={{ userId: useParam("userId") }} />;
}
