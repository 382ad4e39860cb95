/** What happened to a person's account, and what they did themselves. */
import { Activity } from "./activity.tsx";
import { useUser } from "./use-user.ts";

export default function UserActivityPage() {
  const { data: user } = useUser();
  return user === undefined ? null : <Activity id={user.id} organizationId={user.organizationId} />;
}
