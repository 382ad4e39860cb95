import { Page } from "../parts/page.tsx";

export default function UserActivityPage() {
  return <Page title="User activity" />;
}
