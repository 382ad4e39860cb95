import { RouteTabs } from "../parts/tabs.tsx";

export default function ServiceUserFrame() {
  return <RouteTabs label="Parts" tabs={[]} />;
}
