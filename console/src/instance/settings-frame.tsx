import { RouteTabs } from "../parts/tabs.tsx";

export default function SettingsFrame() {
  return <RouteTabs label="Parts" tabs={[]} />;
}
