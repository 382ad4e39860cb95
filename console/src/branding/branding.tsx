/**
 * How the sign-in pages of an organization, or of the instance, look: settings and pictures, beside what they lead to.
 */
import { Grid, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";
import { WhoDecides } from "../policies/who-decides.tsx";
import {
  type BrandingPlace,
  type BrandingSettings,
  resetBranding,
  setBranding,
  useBranding,
  useMayBrand,
} from "./branding-calls.ts";
import { BrandingFacts } from "./branding-facts.tsx";
import { BrandingForm } from "./branding-form.tsx";
import { Pictures } from "./pictures.tsx";
import { Preview } from "./preview.tsx";

export function BrandingWithPreview({ place }: { place: BrandingPlace }) {
  const { branding, pictures, problem } = useBranding(place);
  const [draft, setDraft] = useState<BrandingSettings>();
  const mayWrite = useMayBrand(place);
  if (problem !== null) return <ProblemAlert problem={problem} />;
  if (branding === undefined || pictures === undefined) return <Loading />;
  const { settings, version, from } = branding;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack gap="lg">
          <Section
            title="Colors and links"
            purpose="Signet derives all other colors from these, so that everything can be read. Empty is Signet's own."
          >
            <Stack gap="md">
              <WhoDecides
                place={place}
                from={from}
                what="Colors and links"
                {...(mayWrite ? { goBack: () => resetBranding(place, version) } : {})}
              />
              {mayWrite ? (
                <BrandingForm
                  settings={settings}
                  save={(body) => setBranding(place, version, body)}
                  onDraft={setDraft}
                />
              ) : (
                <BrandingFacts settings={settings} />
              )}
            </Stack>
          </Section>
          <Pictures place={place} pictures={pictures} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }} order={{ base: -1, lg: 0 }}>
        <Preview place={place} settings={draft ?? settings} pictures={pictures} />
      </Grid.Col>
    </Grid>
  );
}

function Loading() {
  return (
    <Grid gap="lg" role="status" aria-label="Loading">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Skeleton height={520} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Skeleton height={520} />
      </Grid.Col>
    </Grid>
  );
}
