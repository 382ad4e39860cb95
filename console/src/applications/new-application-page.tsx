import { Page } from "../parts/page.tsx";

export default function NewApplicationPage() {
  return <Page title="New application" />;
}
