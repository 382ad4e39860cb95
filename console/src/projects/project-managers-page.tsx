/** Who manages a project. */
import { Managers } from "../parts/managers.tsx";
import { useParam } from "../parts/use-param.ts";

export default function ProjectManagersPage() {
  return <Managers of={{ projectId: useParam("projectId") }} />;
}
