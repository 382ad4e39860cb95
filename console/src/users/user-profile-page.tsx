import { Page } from "../parts/page.tsx";

export default function UserProfilePage() {
  return <Page title="User profile" />;
}
