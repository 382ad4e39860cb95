import { Page } from "../parts/page.tsx";

export default function ServiceUserMetadataPage() {
  return <Page title="Service user metadata" />;
}
