/**
 * What to do next in a new organization. Each step is done when what it makes is there; when all are, nothing is shown.
 */
import { Anchor, Box, Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Section } from "../parts/page/section.tsx";
import { type Step, useSteps } from "./steps.ts";

export function FirstSteps({ organization }: { organization: { id: string; name: string } }) {
  const steps = useSteps(organization.id);
  if (steps === undefined || steps.every(({ done }) => done)) return null;
  const left = steps.filter(({ done }) => !done).length;
  return (
    <Section
      title="First steps"
      purpose={
        left === steps.length
          ? `From here to the first sign-in at ${organization.name}.`
          : `${left} of ${steps.length} left.`
      }
    >
      <Stack gap="sm" component="ol" m={0} p={0} className="steps">
        {steps.map((step) => (
          <StepItem key={step.title} {...step} />
        ))}
      </Stack>
    </Section>
  );
}

function StepItem({ title, why, to, hash, done, answer }: Step) {
  const Icon = done ? IconCircleCheck : IconCircle;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Box component="span" className={done ? "tone-good" : "tone-quiet"} mt={1}>
        <Icon size={18} aria-hidden />
      </Box>
      <Box miw={0}>
        {to === undefined || done ? (
          <Text c="dimmed" fw={500} td={done ? "line-through" : undefined}>
            {title}
            {done && <VisuallyHidden>, done</VisuallyHidden>}
          </Text>
        ) : (
          <Anchor component={Link} to={to} {...(hash === undefined ? {} : { hash })} fw={500}>
            {title}
          </Anchor>
        )}
        {!done && (
          <Text size="sm" c="dimmed">
            {why}
          </Text>
        )}
        {!done && answer !== undefined && (
          <Button variant="default" size="compact-sm" mt={6} onClick={answer.run}>
            {answer.label}
          </Button>
        )}
      </Box>
    </Group>
  );
}
