import { Page } from "../parts/page.tsx";

export default function ProjectGrantSettingsPage() {
  return <Page title="Project grant settings" />;
}
