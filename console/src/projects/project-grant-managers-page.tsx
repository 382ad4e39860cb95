import { Page } from "../parts/page.tsx";

export default function ProjectGrantManagersPage() {
  return <Page title="Project grant managers" />;
}
