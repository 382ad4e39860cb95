import { Page } from "../parts/page.tsx";

export default function ServiceUserGeneralPage() {
  return <Page title="Service user general" />;
}
