import { Page } from "../parts/page.tsx";

export default function GeneralSettingsPage() {
  return <Page title="General settings" />;
}
