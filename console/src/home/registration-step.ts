/** Whether people may make accounts for themselves: whoever runs the instance is asked once, and told how it stands. */
import { api } from "../api.ts";
import { useMay } from "../may.tsx";
import { act } from "../parts/page/problem.tsx";
import { paths } from "../paths.ts";
import { setPolicy } from "../policies/policy-calls.ts";
import type { Step } from "./steps.ts";

export interface RegistrationStep {
  /** False as long as it is not known how it stands. */
  readonly isLoaded: boolean;
  /** Undefined for who does not decide it. */
  readonly step: Step | undefined;
}

export function useRegistrationStep(): RegistrationStep {
  const may = useMay();
  const decides = may.has("instance_policy.write");
  const { data } = api.useQuery("get", "/instance/policies/registration", {}, { enabled: decides });
  if (!may.isLoaded || (decides && data === undefined)) return { isLoaded: false, step: undefined };
  if (data === undefined) return { isLoaded: true, step: undefined };
  const { settings, from, version } = data;
  const keepClosed = () =>
    act(
      () => setPolicy({}, { kind: "registration", version, settings: { ...settings, allowed: false } }),
      "Registration stays closed",
    );
  return {
    isLoaded: true,
    step: {
      title:
        from === "built-in"
          ? "Decide whether anybody may register"
          : `Registration is ${settings.allowed ? "open to anybody" : "closed: managers make accounts"}`,
      why: "Nobody has said yet whether people may make accounts for themselves. Until then, they are told so. See who would be let in where, and open it; or keep it closed.",
      to: paths.policiesOfInstance,
      hash: "registration",
      done: from !== "built-in",
      answer: { label: "Keep it closed", run: () => void keepClosed() },
    },
  };
}
