import { Page } from "../parts/page.tsx";

export default function ProjectGrantsPage() {
  return <Page title="Project grants" />;
}
