import { Page } from "../parts/page.tsx";

export default function InstanceManagersPage() {
  return <Page title="Instance managers" />;
}
