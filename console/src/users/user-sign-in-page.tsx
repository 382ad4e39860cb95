import { Page } from "../parts/page.tsx";

export default function UserSignInPage() {
  return <Page title="User sign in" />;
}
