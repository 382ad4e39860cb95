import { Page } from "../parts/page.tsx";

export default function SigningKeysPage() {
  return <Page title="Signing keys" />;
}
