/**
 * A small chart of bars over time. Each value can be pointed at, walked to with the arrow keys, and read as a table.
 */
import { Group, Text, VisuallyHidden } from "@mantine/core";
import { type PointerEvent, useState } from "react";
import "./chart.css";

export interface Bar {
  /** "Nov 12" */
  readonly label: string;
  readonly value: number;
}

interface BarChartProps {
  /** "Sign-ins in the last 30 days" */
  readonly label: string;
  /** What is counted: "sign-ins". */
  readonly unit: string;
  /** What a bar stands for: "day". */
  readonly per: string;
  readonly bars: readonly Bar[];
}

const HEIGHT = 56;
/** Of the ten units that each bar has. */
const WIDTH = 7;

const number = new Intl.NumberFormat("en");

export function BarChart({ label, unit, per, bars }: BarChartProps) {
  const [at, setAt] = useState<number>();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const highest = bars.find(({ value }) => value === most);
  const say = ({ label: when, value }: Bar) => `${when}: ${number.format(value)} ${unit}`;
  const peak = highest === undefined ? `No ${unit}` : `Most in ${article(per)}: ${number.format(most)}`;
  const pointedBar = at === undefined ? undefined : bars[at];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(Math.min(bars.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * bars.length))));
  };
  return (
    <div className="chart">
      <Text
        size="xs"
        c={pointedBar === undefined ? "dimmed" : "var(--mantine-color-text)"}
        className="chart-said"
        aria-hidden
      >
        {pointedBar === undefined ? peak : say(pointedBar)}
      </Text>
      <svg
        role="img"
        aria-label={`${label}. ${highest === undefined ? `No ${unit}` : `Most: ${say(highest)}`}.`}
        viewBox={`0 0 ${bars.length * 10 - (10 - WIDTH)} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
      >
        {bars.map(({ label: when, value }, index) => {
          const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
          return (
            <rect
              key={when}
              x={index * 10}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              className={value === 0 ? "chart-none" : index === at ? "chart-bar chart-pointed" : "chart-bar"}
            />
          );
        })}
      </svg>
      <input
        type="range"
        className="chart-walk"
        aria-label={`${label}, ${per} by ${per}`}
        min={0}
        max={bars.length - 1}
        value={at ?? bars.length - 1}
        aria-valuetext={say(bars[at ?? bars.length - 1] ?? { label: "", value: 0 })}
        onChange={(event) => setAt(Number(event.currentTarget.value))}
        onFocus={() => setAt(at ?? bars.length - 1)}
        onBlur={() => setAt(undefined)}
      />
      <Group justify="space-between" wrap="nowrap" aria-hidden>
        <Text size="xs" c="dimmed">
          {bars[0]?.label}
        </Text>
        <Text size="xs" c="dimmed">
          {bars.at(-1)?.label}
        </Text>
      </Group>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <tbody>
            {bars.map(({ label: when, value }) => (
              <tr key={when}>
                <th scope="row">{when}</th>
                <td>{number.format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  );
}

function article(word: string): string {
  return /^(hour|[aeiou])/.test(word) ? `an ${word}` : `a ${word}`;
}
