/** What is going on: sign-ins, tokens and failures, over the last day or month. */
import { Box, Group, Paper, SegmentedControl, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from "@tabler/icons-react";
import { useState } from "react";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";
import { BarChart } from "./chart.tsx";
import { type Measure, type MeasuredUsage, measures, type Period, periods, useUsage } from "./usage.ts";

interface ActivityProps {
  readonly organization: { readonly id: string; readonly name: string } | undefined;
  /** Whether all organizations together may be looked at as well. */
  readonly everywhere: boolean;
}

export function Activity({ organization, everywhere }: ActivityProps) {
  const [period, setPeriod] = useState<Period>("month");
  const [isWholeInstance, setIsWholeInstance] = useState(organization === undefined);
  const { count, error, refetch } = useUsage(period, isWholeInstance ? undefined : organization?.id);
  return (
    <Section
      title="Activity"
      tone="plain"
      action={
        <Group gap="xs">
          {everywhere && organization !== undefined && (
            <SegmentedControl
              size="xs"
              className="switch"
              aria-label="Of what"
              data={[
                { value: "here", label: organization.name },
                { value: "everywhere", label: "All organizations" },
              ]}
              value={isWholeInstance ? "everywhere" : "here"}
              onChange={(value) => setIsWholeInstance(value === "everywhere")}
            />
          )}
          <SegmentedControl
            size="xs"
            className="switch"
            aria-label="Time"
            data={(Object.keys(periods) as Period[]).map((value) => ({ value, label: periods[value].label }))}
            value={period}
            onChange={setPeriod}
          />
        </Group>
      }
    >
      {error === null ? (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
          {measures.map((measure) => (
            <Card key={measure.title} measure={measure} period={period} usage={count?.(measure)} />
          ))}
        </SimpleGrid>
      ) : (
        <ProblemAlert problem={error} again={() => void refetch()} />
      )}
    </Section>
  );
}

const number = new Intl.NumberFormat("en");

function Card({
  measure: { title, unit },
  period,
  usage,
}: {
  measure: Measure;
  period: Period;
  usage: MeasuredUsage | undefined;
}) {
  const { label, interval } = periods[period];
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={3} c="dimmed" fw={500}>
        {title}
      </Title>
      {usage === undefined ? (
        <Skeleton height={150} mt="xs" />
      ) : (
        <>
          <Box mt={4} mb="sm">
            <Text fz={24} fw={600} lh={1.2} className="figures" data-testid="total">
              {number.format(usage.total)}
            </Text>
            <Change {...usage} than={label} />
          </Box>
          <BarChart label={`${title} in the last ${label}`} unit={unit} per={interval} bars={usage.bars} />
        </>
      )}
    </Paper>
  );
}

function Change({ total, before, than }: { total: number; before: number; than: string }) {
  const percent = before === 0 ? 0 : Math.round(((total - before) / before) * 100);
  const Icon = percent > 0 ? IconArrowUpRight : percent < 0 ? IconArrowDownRight : IconMinus;
  return (
    <Text size="xs" c="dimmed" component="div">
      {before === 0 ? (
        `none in the ${than} before`
      ) : (
        <Group gap={2} wrap="nowrap">
          <Icon size={14} aria-hidden />
          {percent === 0
            ? `as in the ${than} before`
            : `${Math.abs(percent)}% ${percent > 0 ? "more" : "fewer"} than in the ${than} before`}
        </Group>
      )}
    </Text>
  );
}
