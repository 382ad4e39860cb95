import { Page } from "../parts/page.tsx";

export default function InstancePoliciesPage() {
  return <Page title="Instance policies" />;
}
