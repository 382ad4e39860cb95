import { RouteTabs } from "../parts/tabs.tsx";

export default function UserFrame() {
  return <RouteTabs label="Parts" tabs={[]} />;
}
