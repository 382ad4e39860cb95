import { Page } from "../parts/page.tsx";

export default function MailSettingsPage() {
  return <Page title="Mail settings" />;
}
