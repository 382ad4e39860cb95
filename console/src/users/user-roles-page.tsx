import { Page } from "../parts/page.tsx";

export default function UserRolesPage() {
  return <Page title="User roles" />;
}
