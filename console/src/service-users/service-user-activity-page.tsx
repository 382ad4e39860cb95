/** What happened to a service user, and what it did itself. */
import { Activity } from "../users/activity.tsx";
import { useServiceUser } from "./use-service-user.ts";

export default function ServiceUserActivityPage() {
  const { data: serviceUser } = useServiceUser();
  return serviceUser === undefined ? null : (
    <Activity id={serviceUser.id} organizationId={serviceUser.organizationId} />
  );
}
