import { Page } from "../parts/page.tsx";

export default function ApplicationTokensPage() {
  return <Page title="Application tokens" />;
}
