/** All that happened in this Signet. */
import { Events } from "../parts/events/events.tsx";
import { Page } from "../parts/page/page.tsx";

export default function InstanceAuditPage() {
  return (
    <Page
      title="Instance audit log"
      purpose="What happened in all organizations and to the instance itself: who did it, when, and to what."
    >
      <Events at={{}} />
    </Page>
  );
}
