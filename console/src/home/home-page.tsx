import { Page } from "../parts/page.tsx";

export default function HomePage() {
  return <Page title="Home" />;
}
