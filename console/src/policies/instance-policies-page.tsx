/** What the instance decides for everybody. */
import { Policies } from "./policies.tsx";

export default function InstancePoliciesPage() {
  return <Policies place={{}} />;
}
