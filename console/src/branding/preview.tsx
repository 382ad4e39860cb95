/** How the pages look with what is in the form, and what to look at: which page, light or dark, wide or narrow. */
import { Group, Paper, SegmentedControl, Stack, Title, VisuallyHidden } from "@mantine/core";
import { type Icon, IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from "@tabler/icons-react";
import { useState } from "react";
import type { BrandingPlace, BrandingSettings, Picture } from "./branding-calls.ts";
import { canBeDrawn } from "./contrast.ts";
import { PreviewFrame } from "./preview-frame.tsx";

const screens = { desktop: { width: 800, height: 700 }, phone: { width: 390, height: 760 } } as const;
type Screen = keyof typeof screens;
type Scheme = "light" | "dark";
type ShownPage = "sign-in" | "password";

interface PreviewProps {
  readonly place: BrandingPlace;
  readonly settings: BrandingSettings;
  /** The saved ones: another picture is another preview. */
  readonly pictures: readonly Picture[];
}

export function Preview({ place, settings, pictures }: PreviewProps) {
  const [page, setPage] = useState<ShownPage>("sign-in");
  const [scheme, setScheme] = useState<Scheme>("light");
  const [screen, setScreen] = useState<Screen>("desktop");
  const drawable = useLastDrawable(settings);
  return (
    <Paper component="section" aria-label="Preview" withBorder p="md" className="preview-beside">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2}>Preview</Title>
          <Group gap="xs">
            <SegmentedControl
              size="xs"
              transitionDuration={0}
              aria-label="Page"
              value={page}
              onChange={setPage}
              data={[
                { value: "sign-in", label: "Sign in" },
                { value: "password", label: "Password" },
              ]}
            />
            <SegmentedControl
              size="xs"
              transitionDuration={0}
              aria-label="Light or dark"
              value={scheme}
              onChange={setScheme}
              data={[option("light", "Light", IconSun), option("dark", "Dark", IconMoon)]}
            />
            <SegmentedControl
              size="xs"
              transitionDuration={0}
              aria-label="Screen"
              value={screen}
              onChange={setScreen}
              data={[option("desktop", "Desktop", IconDeviceDesktop), option("phone", "Phone", IconDeviceMobile)]}
            />
          </Group>
        </Group>
        <PreviewFrame
          revision={pictures.map(({ kind, id }) => `${kind} ${id}`).join()}
          fields={{ ...inForm(drawable), organizationId: place.organizationId ?? "", page, scheme }}
          {...screens[screen]}
        />
      </Stack>
    </Paper>
  );
}

function option<Value extends string>(value: Value, label: string, Mark: Icon) {
  return {
    value,
    label: (
      <>
        <Mark size={16} aria-hidden className="option-mark" />
        <VisuallyHidden>{label}</VisuallyHidden>
      </>
    ),
  };
}

/** A color that is half typed changes nothing yet. */
function useLastDrawable(settings: BrandingSettings): BrandingSettings {
  const [last, setLast] = useState(settings);
  if (settings !== last && canBeDrawn(settings)) setLast(settings);
  return last;
}

/** A form has texts only. A link that is no address yet is left out. */
function inForm({
  hideSignetName,
  termsUrl,
  privacyUrl,
  helpUrl,
  ...colors
}: BrandingSettings): Record<string, string> {
  const link = (text: string) => (URL.parse(text)?.protocol === "https:" ? text : "");
  return {
    ...colors,
    termsUrl: link(termsUrl),
    privacyUrl: link(privacyUrl),
    helpUrl: link(helpUrl),
    hideSignetName: String(hideSignetName),
  };
}
