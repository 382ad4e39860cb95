/** What happened in a project. */
import { Events } from "../parts/events/events.tsx";
import { useParam } from "../parts/page/use-param.ts";

export default function ProjectAuditPage() {
  return <Events at={{ projectId: useParam("projectId") }} />;
}
