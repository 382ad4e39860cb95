import type { Check } from "./request.ts";

/** RFC 6749 §3.1: request parameters must not be included more than once. */
export const checkRepeated: Check = ({ parameters }) => {
  parameters.once();
};
