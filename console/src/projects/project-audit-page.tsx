/** What happened in a project. */
import { Events } from "../parts/events.tsx";
import { useParam } from "../parts/use-param.ts";

export default function ProjectAuditPage() {
  return <Events at={{ projectId: useParam("projectId") }} />;
}
