/** Who manages what was granted, on the side that received it. */
import { Managers } from "../parts/managers/managers.tsx";
import { useParam } from "../parts/page/use-param.ts";

export default function ProjectGrantManagersPage() {
  return <Managers of={{ projectGrantId: useParam("projectGrantId") }} />;
}
