import { RouteTabs } from "../parts/tabs.tsx";

export default function ProjectGrantFrame() {
  return <RouteTabs label="Parts" tabs={[]} />;
}
