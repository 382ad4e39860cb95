import { Page } from "../parts/page.tsx";

export default function ServiceUserCredentialsPage() {
  return <Page title="Service user credentials" />;
}
