import { Page } from "../parts/page.tsx";

export default function ApplicationCodePage() {
  return <Page title="Application code" />;
}
