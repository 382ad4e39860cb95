import { Page } from "../parts/page.tsx";

export default function ServiceUserRolesPage() {
  return <Page title="Service user roles" />;
}
