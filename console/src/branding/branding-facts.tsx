/** The colors and links of a branding, for whoever may only look at them. */
import { Anchor, Code, ColorSwatch, Group } from "@mantine/core";
import { Facts } from "../parts/page/section.tsx";
import type { BrandingSettings } from "./branding-calls.ts";

export function BrandingFacts({ settings }: { settings: BrandingSettings }) {
  return (
    <Facts
      items={[
        ["Light pages", <Color key="light" color={settings.primaryColor} />],
        ["Background", <Color key="background" color={settings.backgroundColor} />],
        ["Dark pages", <Color key="dark" color={settings.darkPrimaryColor} />],
        ["Dark background", <Color key="dark background" color={settings.darkBackgroundColor} />],
        ["Terms of service", <Address key="terms" url={settings.termsUrl} />],
        ["Privacy policy", <Address key="privacy" url={settings.privacyUrl} />],
        ["Help", <Address key="help" url={settings.helpUrl} />],
        ["Signet's mark", settings.hideSignetName ? "Left out" : "Shown"],
      ]}
    />
  );
}

function Color({ color }: { color: string }) {
  if (color === "") return "Default";
  return (
    <Group gap="xs">
      <ColorSwatch color={color} size={16} aria-hidden />
      <Code>{color}</Code>
    </Group>
  );
}

function Address({ url }: { url: string }) {
  if (url === "") return "None";
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      {url}
    </Anchor>
  );
}
