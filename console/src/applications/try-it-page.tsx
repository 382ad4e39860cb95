import { Page } from "../parts/page.tsx";

export default function TryItPage() {
  return <Page title="Try it" />;
}
