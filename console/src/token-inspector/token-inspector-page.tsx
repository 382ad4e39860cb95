import { Page } from "../parts/page.tsx";

export default function TokenInspectorPage() {
  return <Page title="Token inspector" />;
}
