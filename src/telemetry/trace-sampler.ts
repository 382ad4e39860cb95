/** Which traces are kept: OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, as OpenTelemetry defines them. */
import type * as Sdk from "@opentelemetry/sdk-trace";

type Sampling = Pick<
  typeof Sdk,
  "AlwaysOffSampler" | "AlwaysOnSampler" | "ParentBasedSampler" | "TraceIdRatioBasedSampler"
>;

const PARENT_BASED = "parentbased_";

export function samplerFor(sdk: Sampling, environment: NodeJS.ProcessEnv): Sdk.Sampler {
  const wanted = environment.OTEL_TRACES_SAMPLER?.trim() || "parentbased_always_on";
  const root = rootSampler(sdk, wanted.replace(PARENT_BASED, ""), environment.OTEL_TRACES_SAMPLER_ARG);
  return wanted.startsWith(PARENT_BASED) ? new sdk.ParentBasedSampler({ root }) : root;
}

/** What is unknown keeps everything, as the specification says. */
function rootSampler(sdk: Sampling, name: string, argument: string | undefined): Sdk.Sampler {
  if (name === "always_off") return new sdk.AlwaysOffSampler();
  const ratio = Number(argument?.trim() || "1");
  if (name === "traceidratio" && ratio >= 0 && ratio <= 1) return new sdk.TraceIdRatioBasedSampler(ratio);
  return new sdk.AlwaysOnSampler();
}
