import { Page } from "../parts/page.tsx";

export default function ServiceUsersPage() {
  return <Page title="Service users" />;
}
