/** The colors and links of a branding. What is typed shows in the preview before it is saved. */
import { ColorInput, type ColorInputProps, SimpleGrid, Switch, Text, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { ApiForm, type FormOf } from "../parts/forms/api-form.tsx";
import type { BrandingSettings } from "./branding-calls.ts";
import { visibility } from "./contrast.ts";

interface BrandingFormProps {
  readonly settings: BrandingSettings;
  save(settings: BrandingSettings): Promise<unknown>;
  readonly onDraft: (settings: BrandingSettings) => void;
}

const links = [
  ["termsUrl", "Terms of service"],
  ["privacyUrl", "Privacy policy"],
  ["helpUrl", "Help"],
] as const;

export function BrandingForm({ settings, save, onDraft }: BrandingFormProps) {
  return (
    <ApiForm initial={settings} save={save}>
      {(form) => (
        <>
          <DraftReport values={form.getValues()} onDraft={onDraft} />
          <SchemeColors form={form} scheme="light" color="primaryColor" background="backgroundColor" />
          <SchemeColors form={form} scheme="dark" color="darkPrimaryColor" background="darkBackgroundColor" />
          {links.map(([name, label]) => (
            <TextInput key={name} type="url" label={label} placeholder="https://" {...form.getInputProps(name)} />
          ))}
          <Switch
            label="Leave out Signet's mark"
            description="The pages do not say that they are Signet's."
            {...form.getInputProps("hideSignetName", { type: "checkbox" })}
          />
        </>
      )}
    </ApiForm>
  );
}

interface SchemeColorsProps {
  readonly form: FormOf<BrandingSettings>;
  readonly scheme: "light" | "dark";
  readonly color: "primaryColor" | "darkPrimaryColor";
  readonly background: "backgroundColor" | "darkBackgroundColor";
}

/** Two colors, and how well the one is seen on the other. */
function SchemeColors({ form, scheme, color, background }: SchemeColorsProps) {
  const contrast = visibility(form.getValues(), scheme);
  const { error, ...input } = form.getInputProps(color);
  const tooFaint =
    contrast?.isEnough === false ? `A contrast of ${contrast.ratio} is too faint; it takes 3:1` : undefined;
  return (
    <fieldset className="plain">
      <Text component="legend" fw={600} mb="xs">
        {scheme === "light" ? "Light pages" : "Dark pages"}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ColorField label="Buttons and links" {...input} error={tooFaint ?? error} />
        <ColorField label="Background" {...form.getInputProps(background)} />
      </SimpleGrid>
      {contrast?.isEnough === true && (
        <Text size="xs" c="dimmed" mt={4}>
          Contrast {contrast.ratio}
        </Text>
      )}
    </fieldset>
  );
}

/** What is no color stays as it was typed. */
function ColorField(props: ColorInputProps) {
  return (
    <ColorInput
      format="hex"
      fixOnBlur={false}
      placeholder="Default"
      withPreview={props.value !== ""}
      eyeDropperButtonProps={{ "aria-label": "Take a color from the screen" }}
      {...props}
    />
  );
}

function DraftReport({ values, onDraft }: { values: BrandingSettings; onDraft: (settings: BrandingSettings) => void }) {
  useEffect(() => onDraft(values), [values, onDraft]);
  return null;
}
