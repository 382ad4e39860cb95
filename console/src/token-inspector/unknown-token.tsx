/** A token that nothing can be said about. */
import { List, Text } from "@mantine/core";
import { toProblem } from "../api.ts";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";

export function UnknownToken({ problem }: { problem: unknown }) {
  if (toProblem(problem).code !== "unknown_resource") return <ProblemAlert problem={problem} />;
  return (
    <Section title="Nothing is known about this token">
      <Text size="sm">Signet would refuse it, or it is not yours to see. It may be that</Text>
      <List size="sm" mt="xs" spacing={4}>
        <List.Item>it is not complete, or was issued by another Signet;</List.Item>
        <List.Item>the key it was signed or sealed with has been revoked;</List.Item>
        <List.Item>it expired so long ago that its session is no longer kept;</List.Item>
        <List.Item>it belongs to a user and an application that you do not manage.</List.Item>
      </List>
    </Section>
  );
}
