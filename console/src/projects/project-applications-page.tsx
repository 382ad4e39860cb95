import { Page } from "../parts/page.tsx";

export default function ProjectApplicationsPage() {
  return <Page title="Project applications" />;
}
