/** A span of time in a query: from one time on, until before another. */
import Type from "typebox";
import { SignetError } from "../errors/signet-error.ts";
import { fromTime, time } from "./schemas.ts";

export const timeRange = {
  from: Type.Optional({ ...time, description: "From this time on (RFC 3339)" }),
  to: Type.Optional({ ...time, description: "Before this time (RFC 3339)" }),
};

export interface TimeRange {
  readonly from?: number;
  readonly to?: number;
}

export function toTimeRange(query: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): TimeRange {
  return {
    ...(query.from === undefined ? {} : { from: milliseconds("from", query.from) }),
    ...(query.to === undefined ? {} : { to: milliseconds("to", query.to) }),
  };
}

/**
 * Some times that RFC 3339 and RFC 9557 can write are none that can be calculated with: a leap second, one with the
 * name of a zone.
 */
function milliseconds(field: "from" | "to", text: string): number {
  const at = fromTime(text);
  if (Number.isNaN(at)) {
    throw new SignetError(
      "invalid_input",
      `${field} must be a time such as 2026-11-30T12:00:00Z, without a leap second or the name of a zone`,
      {
        field,
      },
    );
  }
  return at;
}
