import { RouteTabs } from "../parts/tabs.tsx";

export default function ApplicationFrame() {
  return <RouteTabs label="Parts" tabs={[]} />;
}
