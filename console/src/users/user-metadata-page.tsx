import { Page } from "../parts/page.tsx";

export default function UserMetadataPage() {
  return <Page title="User metadata" />;
}
