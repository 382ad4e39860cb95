/** The life of the keys on one axis of time: each a line, each part of its life a bar of its own pattern. */
import { Code, Group, Stack, Text, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { exactTime } from "../parts/values/when.tsx";
import {
  type Axis,
  algorithmsOf,
  axisOf,
  type KeyRow,
  type Phase,
  rowsOf,
  type SigningKey,
  type Span,
} from "./key-times.ts";
import { algorithmNames, stateWords } from "./words.ts";
import "./timeline.css";

const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", year: "numeric" });

export function Timeline({ keys }: { keys: readonly SigningKey[] }) {
  const [now] = useState(Date.now);
  const axis = axisOf(keys, now);
  return (
    <Stack gap="lg">
      <Legend />
      {algorithmsOf(keys).map((algorithm) => (
        <section key={algorithm} aria-label={`Life of the ${algorithm} keys`}>
          <Title order={3} mb="xs">
            {algorithmNames[algorithm]}
          </Title>
          <ul className="timeline">
            {rowsOf(keys, algorithm).map((row) => (
              <Line key={row.key.id} row={row} axis={axis} now={now} />
            ))}
          </ul>
        </section>
      ))}
      <div className="timeline-axis" aria-hidden>
        <Text size="xs" c="dimmed">
          {day.format(axis.from)}
        </Text>
        <Text size="xs" style={{ insetInlineStart: `${place(now, axis)}%` }} className="timeline-now-word">
          Now
        </Text>
        <Text size="xs" c="dimmed">
          {day.format(axis.to)}
        </Text>
      </div>
    </Stack>
  );
}

function Line({ row: { key, spans, revokedAt }, axis, now }: { row: KeyRow; axis: Axis; now: number }) {
  const visibleSpans = spans.filter(({ to }) => to === undefined || to > axis.from);
  return (
    <li data-key={key.id} data-state={key.state}>
      <Group gap="xs" justify="space-between" className="timeline-label" wrap="nowrap">
        <Code>{key.id}</Code>
        <Text size="xs" c="dimmed">
          {stateWords[key.state].word}
        </Text>
      </Group>
      <div
        className="timeline-track"
        role="img"
        aria-label={`${key.id}: ${[...spans.map(say), ...sayRevoked(key)].join(", ")}`}
      >
        {visibleSpans.map((span) => (
          <span
            key={span.phase}
            className={`timeline-bar phase-${span.phase}`}
            title={say(span)}
            style={{
              insetInlineStart: `${place(span.from, axis)}%`,
              insetInlineEnd: `${100 - place(span.to ?? axis.to, axis)}%`,
            }}
          />
        ))}
        {revokedAt !== undefined && revokedAt > axis.from && (
          <span
            className="timeline-end tone-bad"
            title={sayRevoked(key).join()}
            style={{ insetInlineStart: `${place(revokedAt, axis)}%` }}
          >
            <IconX size={14} aria-hidden />
          </span>
        )}
        <span className="timeline-now" style={{ insetInlineStart: `${place(now, axis)}%` }} />
      </div>
    </li>
  );
}

function place(at: number, { from, to }: Axis): number {
  return Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
}

function say({ phase, from, to }: Span): string {
  const since = exactTime(new Date(from).toISOString());
  return `${stateWords[phase].word.toLowerCase()} from ${since}${to === undefined ? "" : ` to ${exactTime(new Date(to).toISOString())}`}`;
}

function sayRevoked({ revokedAt }: SigningKey): string[] {
  return revokedAt === undefined ? [] : [`revoked at ${exactTime(revokedAt)}`];
}

const phases: readonly Phase[] = ["published", "active", "retired"];

function Legend() {
  return (
    <ul className="timeline-legend">
      {phases.map((phase) => (
        <li key={phase}>
          <span className={`timeline-bar phase-${phase}`} aria-hidden />
          <Text size="sm">
            <b>{stateWords[phase].word}</b>: {stateWords[phase].means}
          </Text>
        </li>
      ))}
      <li>
        <span className="tone-bad" aria-hidden>
          <IconX size={14} />
        </span>
        <Text size="sm">
          <b>{stateWords.revoked.word}</b>: {stateWords.revoked.means}
        </Text>
      </li>
    </ul>
  );
}
