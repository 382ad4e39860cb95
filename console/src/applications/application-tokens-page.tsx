/** What tokens of an application look like and how long they live. Whatever it does not decide follows the instance. */
import { Group, Input, NumberInput, Select, SimpleGrid } from "@mantine/core";
import { api, type Schemas } from "../api.ts";
import { ApiForm, type FormOf } from "../parts/api-form.tsx";
import { useMay } from "../parts/may.tsx";
import { Section } from "../parts/section.tsx";
import { useDiscovery } from "./discovery.ts";
import { type Duration, inWords, toDuration, toSeconds, units } from "./duration.ts";
import { changeApplication, useApplication } from "./use-application.ts";

type Tokens = Schemas["ApplicationTokens"];
type Lifetime = keyof NonNullable<Tokens["lifetimes"]>;

const lifetimes: readonly { name: Lifetime; label: string; description: string }[] = [
  {
    name: "accessToken",
    label: "Access token",
    description: "At most a day. Short is good: a lost one is soon worth nothing.",
  },
  {
    name: "idToken",
    label: "ID token",
    description: "At most a day. It says who signed in, at the moment of signing in.",
  },
  { name: "refreshIdle", label: "Refresh token, unused", description: "It ends when it was not used for so long." },
  {
    name: "refreshAbsolute",
    label: "Refresh token, in all",
    description: "After the sign-in, however often it is used. At most 400 days.",
  },
  {
    name: "refreshGrace",
    label: "Grace for a repeated refresh",
    description: "How long the refresh token before is still answered, because the answer may have been lost. At most 10 minutes.",
  },
];

const INSTANCE = "instance";

interface Values extends Record<Lifetime, Duration>, Record<string, unknown> {
  kind: string;
  algorithm: string;
}

export default function ApplicationTokensPage() {
  const { data: application } = useApplication();
  const may = useMay(application === undefined ? {} : { applicationId: application.id });
  const defaults = useInstanceTokens();
  if (application === undefined || !may.known) return null;
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
              {lifetimes.map((lifetime) => (
                <LifetimeInput key={lifetime.name} form={form} {...lifetime} instance={defaults?.lifetimes[lifetime.name]} />
              ))}
            </SimpleGrid>
          </Section>
        </>
      )}
    </ApiForm>
  );
}

function KindSection({ form, defaults }: { form: FormOf<Values>; defaults: Schemas["TokensPolicySettings"]["defaults"] | undefined }) {
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
            { value: INSTANCE, label: asInstance(defaults && kindNames[defaults.accessTokenKind]) },
            ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps("kind")}
        />
        <Select
          label="ID tokens are signed with"
          description="Every library knows RS256. ES256 makes smaller tokens. JWT access tokens are signed with it, too."
          data={[
            { value: INSTANCE, label: asInstance(defaults?.idTokenAlgorithm) },
            ...offered.map((algorithm) => ({ value: algorithm, label: algorithm })),
          ]}
          {...form.getInputProps("algorithm")}
        />
      </SimpleGrid>
    </Section>
  );
}

interface LifetimeInputProps {
  readonly form: FormOf<Values>;
  readonly name: Lifetime;
  readonly label: string;
  readonly description: string;
  readonly instance: number | undefined;
}

function LifetimeInput({ form, name, label, description, instance }: LifetimeInputProps) {
  const value = form.values[name];
  const set = (change: Partial<Duration>) => {
    form.clearFieldError(name);
    form.setFieldValue(name, { ...value, ...change } as never);
  };
  const error = form.errors[name];
  return (
    <div>
      <Input.Label component="div">{label}</Input.Label>
      <Input.Description>{description}</Input.Description>
      <Group gap="xs" wrap="nowrap" mt={6} maw={400}>
        <NumberInput
          flex={1}
          miw={0}
          aria-label={label}
          placeholder={asInstance(instance === undefined ? undefined : inWords(instance))}
          min={0}
          hideControls
          value={value.amount}
          onChange={(amount) => set({ amount: typeof amount === "number" ? amount : amount === "" ? "" : Number(amount) })}
          error={error !== undefined}
        />
        <Select
          w={112}
          aria-label={`Unit of ${label}`}
          data={[...units]}
          value={value.unit}
          onChange={(unit) => set({ unit: units.find((one) => one === unit) ?? value.unit })}
        />
      </Group>
      {error !== undefined && (
        <Input.Error mt={4} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}

const kindNames = { opaque: "Opaque", jwt: "JWT" } as const;

function asInstance(value: string | undefined): string {
  return value === undefined ? "As the instance says" : `As the instance says: ${value}`;
}

/** Only managers of the instance may see them. */
function useInstanceTokens(): Schemas["TokensPolicySettings"]["defaults"] | undefined {
  const enabled = useMay().has("instance_policy.read");
  return api.useQuery("get", "/instance/policies/tokens", {}, { enabled }).data?.settings.defaults;
}

const fieldNames = {
  "tokens.accessTokenKind": "kind",
  "tokens.idTokenAlgorithm": "algorithm",
  ...Object.fromEntries(lifetimes.map(({ name }) => [`tokens.lifetimes.${name}`, name])),
};

function toValues({ accessTokenKind, idTokenAlgorithm, lifetimes: set = {} }: Tokens): Values {
  return {
    kind: accessTokenKind ?? INSTANCE,
    algorithm: idTokenAlgorithm ?? INSTANCE,
    accessToken: toDuration(set.accessToken, "minutes"),
    idToken: toDuration(set.idToken, "minutes"),
    refreshIdle: toDuration(set.refreshIdle, "days"),
    refreshAbsolute: toDuration(set.refreshAbsolute, "days"),
    refreshGrace: toDuration(set.refreshGrace, "seconds"),
  };
}

function toTokens({ kind, algorithm, ...values }: Values): Tokens {
  const set = Object.fromEntries(
    lifetimes.flatMap(({ name }) => {
      const seconds = toSeconds(values[name]);
      return seconds === undefined ? [] : [[name, seconds]];
    }),
  );
  return {
    ...(kind === INSTANCE ? {} : { accessTokenKind: kind as NonNullable<Tokens["accessTokenKind"]> }),
    ...(algorithm === INSTANCE ? {} : { idTokenAlgorithm: algorithm as NonNullable<Tokens["idTokenAlgorithm"]> }),
    ...(Object.keys(set).length === 0 ? {} : { lifetimes: set }),
  };
}
