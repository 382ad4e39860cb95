/** All policies of a place, one below the other, with a list that leads to each. */
import "./policies.css";
import { Anchor, Box, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { throttlingBoundsForm } from "./bounds-policy.tsx";
import { eventsForm, tokensForm } from "./instance-policies.tsx";
import { languagesForm } from "./languages-policy.tsx";
import { type AnyPolicy, type PolicyKind, type PolicyPlace, policyOf, usePolicies } from "./policy-calls.ts";
import { type PolicyForm, PolicySection } from "./policy-section.tsx";
import { accountForm, passwordForm, registrationForm, secondFactorForm } from "./sign-in-policies.tsx";
import { sessionsForm, throttlingForm } from "./time-policies.tsx";

interface ShownPolicy {
  readonly kind: PolicyKind;
  readonly title: string;
  readonly section: (place: PolicyPlace, policies: readonly AnyPolicy[]) => ReactNode;
}

function toShownPolicy<Kind extends PolicyKind>(kind: Kind, form: PolicyForm<Kind>): ShownPolicy {
  return {
    kind,
    title: form.title,
    section: (place, policies) => {
      const policy = policyOf(policies, kind);
      return policy === undefined ? null : <PolicySection<Kind> place={place} policy={policy} form={form} />;
    },
  };
}

const policiesInOrder = [
  toShownPolicy("password", passwordForm),
  toShownPolicy("secondFactor", secondFactorForm),
  toShownPolicy("registration", registrationForm),
  toShownPolicy("sessions", sessionsForm),
  toShownPolicy("throttling", throttlingForm),
  toShownPolicy("throttlingBounds", throttlingBoundsForm),
  toShownPolicy("account", accountForm),
  toShownPolicy("languages", languagesForm),
  toShownPolicy("tokens", tokensForm),
  toShownPolicy("events", eventsForm),
];

export function Policies({ place }: { place: PolicyPlace }) {
  const { policies, problem } = usePolicies(place);
  useAnchor(policies !== undefined);
  if (problem !== null) return <ProblemAlert problem={problem} />;
  if (policies === undefined) return <Loading />;
  const decidable = policiesInOrder.filter(({ kind }) => policyOf(policies, kind) !== undefined);
  return (
    <Group align="flex-start" gap="lg" wrap="nowrap">
      <Box component="nav" aria-label="Policies" visibleFrom="md" w={200} className="contents">
        {decidable.map(({ kind, title }) => (
          <Anchor
            key={kind}
            component={Link}
            to="."
            hash={kind}
            c="inherit"
            underline="never"
            className="contents-link"
          >
            {title}
            {isDecidedHere(place, policyOf(policies, kind)) && (
              <Text span size="xs" c="dimmed">
                own
              </Text>
            )}
          </Anchor>
        ))}
      </Box>
      <Stack gap="lg" flex={1} miw={0}>
        {decidable.map(({ kind, section }) => (
          <div key={kind} id={kind} className="anchor">
            {section(place, policies)}
          </div>
        ))}
      </Stack>
    </Group>
  );
}

/** Whoever comes with a link to one of them is brought there as soon as it is there. */
function useAnchor(loaded: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (loaded && hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, [loaded, hash]);
}

function isDecidedHere({ organizationId }: PolicyPlace, policy: AnyPolicy | undefined): boolean {
  return policy?.from === (organizationId === undefined ? "instance" : "organization");
}

function Loading() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading">
      {[0, 1, 2].map((section) => (
        <Skeleton key={section} height={220} />
      ))}
    </Stack>
  );
}
