/** What holds for all of this Signet: a tab for each part. */
import { useMay } from "../may.tsx";
import { Page } from "../parts/page/page.tsx";
import { RouteTabs } from "../parts/page/tabs.tsx";
import { paths } from "../paths.ts";

export default function SettingsFrame() {
  const may = useMay();
  const at = paths.settings;
  return (
    <Page title="Instance settings" purpose="What holds for every organization, unless it decides for itself.">
      <RouteTabs
        label="Parts of the settings"
        tabs={[
          { label: "General", to: at, exact: true, hidden: !may.has("instance.read") },
          { label: "Policies", to: `${at}/policies`, hidden: !may.has("instance_policy.read") },
          { label: "Branding", to: `${at}/branding`, hidden: !may.has("instance.read") },
          { label: "Mail", to: `${at}/mail`, hidden: !may.has("mail.read") },
        ]}
      />
    </Page>
  );
}
