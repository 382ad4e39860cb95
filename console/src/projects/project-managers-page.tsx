import { Page } from "../parts/page.tsx";

export default function ProjectManagersPage() {
  return <Page title="Project managers" />;
}
