/** Policies that only the instance has: tokens, which are the same whoever signs in, and the one audit log. */
import { Radio, Select, SimpleGrid, Stack } from "@mantine/core";
import { CountInput } from "../parts/forms/count-input.tsx";
import { DurationInput } from "../parts/forms/duration-input.tsx";
import { durationInWords } from "../parts/forms/durations.ts";
import { narrowField } from "../parts/forms/narrow-field.ts";
import { bounds, count, duration } from "./bounds.ts";
import { Choices } from "./choices.tsx";
import type { PolicyForm } from "./policy-section.tsx";

const { lifetimes } = bounds;

const lifetimeFields = [
  ["accessToken", "Access token", "Up to 1 day. A short one is worth less when it is stolen."],
  ["idToken", "ID token", "Up to 1 day. It is read once, right after the sign-in."],
  ["refreshIdle", "Refresh token, without being used", "Up to 400 days. After that, people sign in again."],
  ["refreshAbsolute", "Refresh token, in all", "Up to 400 days, however often it is used."],
  ["refreshGrace", "Refresh token, repeated", "Up to 10 minutes, for the one before: an answer may be lost."],
] as const;

const algorithms = [
  { value: "RS256", label: "RS256", description: "RSA. Every client understands it, so it is always offered." },
  { value: "ES256", label: "ES256", description: "Elliptic curve P-256. Smaller and faster to sign." },
  { value: "EdDSA", label: "EdDSA", description: "Ed25519. The smallest; not every library knows it yet." },
] as const;

export const tokensForm: PolicyForm<"tokens"> = {
  title: "Tokens",
  purpose:
    "What applications get where they choose nothing for themselves. Tokens that were handed out already stay as they are.",
  facts: ({ defaults, idTokenAlgorithms, sessionsPerApplication }) => [
    ...lifetimeFields.map(([name, label]) => [label, durationInWords(defaults.lifetimes[name])] as const),
    ["Access tokens are", defaults.accessTokenKind === "jwt" ? "JWT" : "Opaque"],
    ["ID tokens are signed with", defaults.idTokenAlgorithm],
    ["Applications may choose", idTokenAlgorithms.join(", ")],
    ["Sessions of one person at one application", String(sessionsPerApplication)],
  ],
  nested: [
    "defaults.accessTokenKind",
    "defaults.idTokenAlgorithm",
    ...lifetimeFields.map(([name]) => `defaults.lifetimes.${name}`),
  ],
  validate: {
    sessionsPerApplication: count(bounds.tokens.sessionsPerApplication),
    defaults: {
      lifetimes: {
        accessToken: duration(lifetimes.accessToken),
        idToken: duration(lifetimes.idToken),
        refreshIdle: duration(lifetimes.refreshIdle),
        refreshAbsolute: duration(lifetimes.refreshAbsolute),
        refreshGrace: duration(lifetimes.refreshGrace),
      },
    },
  },
  Fields: ({ form }) => (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {lifetimeFields.map(([name, label, description]) => (
          <DurationInput
            key={name}
            label={label}
            description={description}
            {...form.getInputProps(`defaults.lifetimes.${name}`)}
          />
        ))}
      </SimpleGrid>
      <Radio.Group label="Access tokens are" {...form.getInputProps("defaults.accessTokenKind")}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="opaque"
            label="Opaque"
            description="APIs ask Signet about them (introspection), and revoking one works at once."
          />
          <Radio
            value="jwt"
            label="JWT"
            description="APIs can read them without asking; a revoked one is taken until it expires."
          />
        </Stack>
      </Radio.Group>
      <Choices
        label="Applications may have ID tokens signed with"
        choices={algorithms}
        {...form.getInputProps("idTokenAlgorithms")}
      />
      <Select
        label="ID tokens are signed with"
        description="Where an application does not choose."
        data={algorithms.map(({ value }) => value)}
        styles={narrowField}
        {...form.getInputProps("defaults.idTokenAlgorithm")}
      />
      <CountInput
        label="Sessions of one person at one application"
        description="100 to 10000. One more ends the one that was unused for the longest time."
        {...form.getInputProps("sessionsPerApplication")}
      />
    </>
  ),
};

export const eventsForm: PolicyForm<"events"> = {
  title: "Audit log",
  purpose: "How long Signet remembers who did what. Older events are deleted, and do not come back.",
  facts: ({ retentionDays }) => [["Events are kept for", `${retentionDays} days`]],
  validate: { retentionDays: count(bounds.events.retentionDays) },
  Fields: ({ form }) => (
    <CountInput
      label="Events are kept for"
      description="1 to 3650 days."
      suffix=" days"
      {...form.getInputProps("retentionDays")}
    />
  ),
};
