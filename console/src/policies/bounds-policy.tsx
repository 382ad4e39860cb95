/** Between which bounds organizations decide about guessing; only the instance has them. */
import { SimpleGrid } from "@mantine/core";
import { CountInput } from "../parts/forms/count-input.tsx";
import { DurationInput } from "../parts/forms/duration-input.tsx";
import { durationInWords } from "../parts/forms/durations.ts";
import { bounds, count, duration } from "./bounds.ts";
import type { PolicyForm } from "./policy-section.tsx";

const { throttling } = bounds;
const limits = [
  ["least", "at least"],
  ["most", "at most"],
] as const;

export const throttlingBoundsForm: PolicyForm<"throttlingBounds"> = {
  title: "Bounds of guessing",
  purpose:
    "What an organization decides about guessing is moved into these bounds. Too many attempts help whoever guesses; long waits help whoever wants to lock others out. What the instance itself decides may lie outside.",
  facts: ({ delayAfter, blockAfter, blockSeconds }) => [
    ["Slow down after", `${delayAfter.least} to ${delayAfter.most} attempts`],
    ["Longest wait after", `${blockAfter.least} to ${blockAfter.most} attempts`],
    ["Longest wait", `${durationInWords(blockSeconds.least)} to ${durationInWords(blockSeconds.most)}`],
  ],
  nested: ["delayAfter", "blockAfter", "blockSeconds"].flatMap((name) => limits.map(([side]) => `${name}.${side}`)),
  validate: {
    delayAfter: { least: count(throttling.delayAfter), most: count(throttling.delayAfter) },
    blockAfter: { least: count(throttling.blockAfter), most: count(throttling.blockAfter) },
    blockSeconds: { least: duration(throttling.blockSeconds), most: duration(throttling.blockSeconds) },
  },
  Fields: ({ form }) => (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {limits.map(([side, words]) => (
        <CountInput
          key={`delay ${side}`}
          label={`Slow down after, ${words}`}
          suffix=" attempts"
          {...form.getInputProps(`delayAfter.${side}`)}
        />
      ))}
      {limits.map(([side, words]) => (
        <CountInput
          key={`block ${side}`}
          label={`Longest wait after, ${words}`}
          suffix=" attempts"
          {...form.getInputProps(`blockAfter.${side}`)}
        />
      ))}
      {limits.map(([side, words]) => (
        <DurationInput
          key={`wait ${side}`}
          label={`Longest wait, ${words}`}
          {...form.getInputProps(`blockSeconds.${side}`)}
        />
      ))}
    </SimpleGrid>
  ),
};
