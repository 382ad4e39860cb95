/** Who manages a project. */
import { Managers } from "../parts/managers/managers.tsx";
import { useParam } from "../parts/page/use-param.ts";

export default function ProjectManagersPage() {
  return <Managers of={{ projectId: useParam("projectId") }} />;
}
