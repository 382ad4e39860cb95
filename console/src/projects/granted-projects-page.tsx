import { Page } from "../parts/page.tsx";

export default function GrantedProjectsPage() {
  return <Page title="Granted projects" />;
}
