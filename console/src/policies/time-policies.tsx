/** Policies about time: how long a sign-in lasts, and how long one waits after wrong attempts. */
import { CountInput } from "../parts/forms/count-input.tsx";
import { DurationInput } from "../parts/forms/duration-input.tsx";
import { durationInWords } from "../parts/forms/durations.ts";
import { bounds, count, duration } from "./bounds.ts";
import type { PolicyForm } from "./policy-section.tsx";

const { sessions, throttling } = bounds;

export const sessionsForm: PolicyForm<"sessions"> = {
  title: "Sessions",
  purpose: "How long people stay signed in in a browser. Refresh tokens of applications have lifetimes of their own.",
  facts: ({ idleSeconds, absoluteSeconds }) => [
    ["Without being used", durationInWords(idleSeconds)],
    ["In all", durationInWords(absoluteSeconds)],
  ],
  validate: { idleSeconds: duration(sessions.idleSeconds), absoluteSeconds: duration(sessions.absoluteSeconds) },
  Fields: ({ form }) => (
    <>
      <DurationInput
        label="Without being used"
        description="5 minutes to 90 days. After that, people sign in again."
        {...form.getInputProps("idleSeconds")}
      />
      <DurationInput
        label="In all"
        description="5 minutes to 400 days, however often it is used."
        {...form.getInputProps("absoluteSeconds")}
      />
    </>
  ),
};

export const throttlingForm: PolicyForm<"throttling"> = {
  title: "Guessing",
  purpose:
    "Wrong passwords and codes are counted together. Too many slow down further attempts for a while; it is no lock, and sessions go on.",
  facts: ({ delayAfter, blockAfter, blockSeconds }) => [
    ["Slow down after", `${delayAfter} attempts`],
    ["Longest wait after", `${blockAfter} attempts`],
    ["Longest wait", durationInWords(blockSeconds)],
  ],
  validate: {
    delayAfter: count(throttling.delayAfter),
    blockAfter: count(throttling.blockAfter),
    blockSeconds: duration(throttling.blockSeconds),
  },
  Fields: ({ form }) => (
    <>
      <CountInput
        label="Slow down after"
        description="1 to 100 wrong attempts in a row. Each further one waits: 2 seconds, 4, 8 and so on."
        suffix=" attempts"
        {...form.getInputProps("delayAfter")}
      />
      <CountInput
        label="Longest wait after"
        description="2 to 1000 wrong attempts in a row."
        suffix=" attempts"
        {...form.getInputProps("blockAfter")}
      />
      <DurationInput
        label="Longest wait"
        description="1 minute to 1 day. An hour without an attempt starts anew."
        {...form.getInputProps("blockSeconds")}
      />
    </>
  ),
};
