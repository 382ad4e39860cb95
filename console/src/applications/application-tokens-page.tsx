/** What tokens of an application look like and how long they live. Whatever it does not decide follows the instance. */
import { Select, SimpleGrid } from "@mantine/core";
import { api, type Schemas } from "../api.ts";
import { useMay } from "../may.tsx";
import { ApiForm, type FormOf } from "../parts/forms/api-form.tsx";
import { DurationInput } from "../parts/forms/duration-input.tsx";
import { durationInWords, type Unit } from "../parts/forms/durations.ts";
import { Section } from "../parts/page/section.tsx";
import { AccessTokenType, INSTANCE, kindNames } from "./access-token-type.tsx";
import { useDiscovery } from "./discovery.ts";
import { changeApplication, useApplication } from "./use-application.ts";

type Tokens = Schemas["ApplicationTokens"];
type Lifetime = keyof NonNullable<Tokens["lifetimes"]>;

const lifetimes: readonly { name: Lifetime; label: string; description: string; unit: Unit }[] = [
  {
    name: "accessToken",
    unit: "minute",
    label: "Access token",
    description: "At most a day. Short is good: a lost one is soon worth nothing.",
  },
  {
    name: "idToken",
    unit: "minute",
    label: "ID token",
    description: "At most a day. It says who signed in, at the moment of signing in.",
  },
  {
    name: "refreshIdle",
    unit: "day",
    label: "Refresh token, unused",
    description: "It ends when it was not used for so long.",
  },
  {
    name: "refreshAbsolute",
    unit: "day",
    label: "Refresh token, in all",
    description: "After the sign-in, however often it is used. At most 400 days.",
  },
  {
    name: "refreshGrace",
    unit: "second",
    label: "Grace for a repeated refresh",
    description:
      "How long the refresh token before is still answered, because the answer may have been lost. At most 10 minutes.",
  },
];

interface Values extends Record<Lifetime, number>, Record<string, unknown> {
  kind: string;
  type: string;
  algorithm: string;
}

export default function ApplicationTokensPage() {
  const { data: application } = useApplication();
  const may = useMay(application === undefined ? {} : { applicationId: application.id });
  const defaults = useInstanceTokens();
  if (application === undefined || !may.isLoaded) return null;
  return (
    <ApiForm<Values>
      initial={toValues(application.tokens)}
      readOnly={!may.has("application.write")}
      fields={fieldNames}
      save={(values) => changeApplication(application, { tokens: toTokens(values) })}
    >
      {(form) => (
        <>
          <KindSection form={form} defaults={defaults} />
          <Section title="Lifetimes" purpose="What you leave empty follows the instance, also when that changes later.">
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
              {lifetimes.map(({ name, ...lifetime }) => (
                <DurationInput
                  key={name}
                  {...lifetime}
                  placeholder={instanceValueInWords(defaults && durationInWords(defaults.lifetimes[name]))}
                  {...form.getInputProps(name)}
                />
              ))}
            </SimpleGrid>
          </Section>
        </>
      )}
    </ApiForm>
  );
}

function KindSection({
  form,
  defaults,
}: {
  form: FormOf<Values>;
  defaults: Schemas["TokensPolicySettings"]["defaults"] | undefined;
}) {
  const algorithms = useDiscovery().data?.id_token_signing_alg_values_supported ?? ["RS256", "ES256"];
  const chosen = form.values.algorithm;
  const offered = chosen === INSTANCE || algorithms.includes(chosen) ? algorithms : [...algorithms, chosen];
  return (
    <Section title="Form">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
        <Select
          label="Access tokens"
          description="Opaque ones only Signet can read, so that APIs ask it and notice at once when one has ended. A JWT an API can verify by itself, and then does not notice before it expires."
          data={[
            { value: INSTANCE, label: instanceValueInWords(defaults && kindNames[defaults.accessTokenKind]) },
            ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps("kind")}
        />
        {(form.values.kind === INSTANCE ? defaults?.accessTokenKind : form.values.kind) !== "opaque" && (
          <AccessTokenType {...form.getInputProps("type")} />
        )}
        <Select
          label="ID tokens are signed with"
          description="Every library knows RS256. ES256 makes smaller tokens. JWT access tokens are signed with it, too."
          data={[
            { value: INSTANCE, label: instanceValueInWords(defaults?.idTokenAlgorithm) },
            ...offered.map((algorithm) => ({ value: algorithm, label: algorithm })),
          ]}
          {...form.getInputProps("algorithm")}
        />
      </SimpleGrid>
    </Section>
  );
}

function instanceValueInWords(value: string | undefined): string {
  return value === undefined ? "As the instance says" : `As the instance says: ${value}`;
}

/** Only managers of the instance may see them. */
function useInstanceTokens(): Schemas["TokensPolicySettings"]["defaults"] | undefined {
  const enabled = useMay().has("instance_policy.read");
  return api.useQuery("get", "/instance/policies/tokens", {}, { enabled }).data?.settings.defaults;
}

const fieldNames = {
  "tokens.accessTokenKind": "kind",
  "tokens.accessTokenType": "type",
  "tokens.idTokenAlgorithm": "algorithm",
  ...Object.fromEntries(lifetimes.map(({ name }) => [`tokens.lifetimes.${name}`, name])),
};

function toValues({ accessTokenKind, accessTokenType, idTokenAlgorithm, lifetimes: set = {} }: Tokens): Values {
  return {
    kind: accessTokenKind ?? INSTANCE,
    type: accessTokenType ?? "at+jwt",
    algorithm: idTokenAlgorithm ?? INSTANCE,
    accessToken: set.accessToken ?? Number.NaN,
    idToken: set.idToken ?? Number.NaN,
    refreshIdle: set.refreshIdle ?? Number.NaN,
    refreshAbsolute: set.refreshAbsolute ?? Number.NaN,
    refreshGrace: set.refreshGrace ?? Number.NaN,
  };
}

function toTokens({ kind, type, algorithm, ...values }: Values): Tokens {
  const set = Object.fromEntries(
    lifetimes.flatMap(({ name }) => {
      const seconds = values[name];
      return Number.isNaN(seconds) ? [] : [[name, seconds]];
    }),
  );
  return {
    ...(kind === INSTANCE ? {} : { accessTokenKind: kind as NonNullable<Tokens["accessTokenKind"]> }),
    ...(type === "JWT" ? { accessTokenType: type } : {}),
    ...(algorithm === INSTANCE ? {} : { idTokenAlgorithm: algorithm as NonNullable<Tokens["idTokenAlgorithm"]> }),
    ...(Object.keys(set).length === 0 ? {} : { lifetimes: set }),
  };
}
