/** One step of a try: what happens in it, and what was said. The list counts them. */
import { Alert, Paper, Text, Title } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { sentence } from "../../parts/page/problem.tsx";
import { errorAdvice } from "./words.ts";

interface StepProps {
  readonly title: string;
  readonly explanation: ReactNode;
  readonly children?: ReactNode;
}

export function Step({ title, explanation, children }: StepProps) {
  return (
    <Paper component="li" withBorder p={{ base: "md", sm: "lg" }} aria-label={title}>
      <Title order={3} size="h2" className="try-title">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md" maw={680} component="div">
        {explanation}
      </Text>
      {children}
    </Paper>
  );
}

/** An error of OAuth, and what to do about it. */
export function Refused({ error, description }: { error: string; description?: string | undefined }) {
  return (
    <Alert
      role="alert"
      variant="outline"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={error}
      className="problem"
    >
      {description !== undefined && <Text size="sm">{sentence(description)}</Text>}
      {errorAdvice[error] !== undefined && <Text size="sm">{errorAdvice[error]}</Text>}
    </Alert>
  );
}
