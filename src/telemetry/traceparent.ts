/**
 * The header by which a caller says which trace its request belongs to.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
import type { SpanContext } from "@opentelemetry/api";

/** Undefined where it is not one: the request begins a trace of its own then. */
export function readTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  const [, version, traceId = "", spanId = "", flags = ""] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(String(header)) ?? [];
  const isWhole = version === "00" ? String(header).length === 55 : version !== undefined && version !== "ff";
  if (!isWhole || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
