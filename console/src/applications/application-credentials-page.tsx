import { Page } from "../parts/page.tsx";

export default function ApplicationCredentialsPage() {
  return <Page title="Application credentials" />;
}
