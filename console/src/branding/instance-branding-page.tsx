import { Page } from "../parts/page.tsx";

export default function InstanceBrandingPage() {
  return <Page title="Instance branding" />;
}
