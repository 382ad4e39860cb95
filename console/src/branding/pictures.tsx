/** The pictures of a branding: each is chosen or dropped, and saved at once. */
import { Stack, Text } from "@mantine/core";
import { Section } from "../parts/page/section.tsx";
import { type BrandingPlace, type Picture, useMayBrand } from "./branding-calls.ts";
import { LARGEST_KIB, PictureField } from "./picture-field.tsx";

const kinds = [
  {
    kind: "logo",
    label: "Logo",
    whereShown: "Above the form, at most 48 pixels high. Best with 160, and a transparent background.",
  },
  {
    kind: "dark_logo",
    label: "Logo for dark pages",
    whereShown: "Instead of it on dark pages. Without one, both show the same.",
  },
  { kind: "icon", label: "Icon", whereShown: "By the browser, beside the title. It becomes a square of 128 pixels." },
] as const;

export function Pictures({ place, pictures }: { place: BrandingPlace; pictures: readonly Picture[] }) {
  const mayWrite = useMayBrand(place);
  const inherited = place.organizationId !== undefined && pictures.length === 0;
  return (
    <Section
      title="Pictures"
      purpose={
        place.organizationId === undefined
          ? "Organizations that have none of their own show these."
          : inherited
            ? "This organization has none of its own, so its pages show the instance's."
            : "These replace the instance's pictures as a whole. Remove all of them to show the instance's again."
      }
    >
      <Stack gap="md">
        {mayWrite && (
          <Text size="sm">
            PNG, JPEG or WebP of at most {LARGEST_KIB} KiB. Choose a file or drop it; it is saved at once.
          </Text>
        )}
        {kinds.map(({ kind, label, whereShown }) => (
          <PictureField
            key={kind}
            {...{ place, kind, label, whereShown }}
            picture={pictures.find((picture) => picture.kind === kind)}
            readOnly={!mayWrite}
          />
        ))}
      </Stack>
    </Section>
  );
}
