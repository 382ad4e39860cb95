import { Page } from "../parts/page.tsx";

export default function ApplicationSettingsPage() {
  return <Page title="Application settings" />;
}
