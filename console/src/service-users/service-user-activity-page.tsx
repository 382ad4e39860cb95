import { Page } from "../parts/page.tsx";

export default function ServiceUserActivityPage() {
  return <Page title="Service user activity" />;
}
