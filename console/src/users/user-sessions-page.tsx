import { Page } from "../parts/page.tsx";

export default function UserSessionsPage() {
  return <Page title="User sessions" />;
}
