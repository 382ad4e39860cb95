/** The ways to get an answer that a row has to hold for. */
import type { ResponseType } from "../../src/identity/applications/types.ts";

export interface Plan {
  readonly name: string;
  readonly responseType: ResponseType;
  readonly formPost: boolean;
}

const basic: Plan = { name: "Basic", responseType: "code", formPost: false };

export const everyPlan: readonly Plan[] = [
  basic,
  { name: "Implicit, id_token", responseType: "id_token", formPost: false },
  { name: "Implicit, id_token token", responseType: "id_token token", formPost: false },
  { name: "Form Post Basic", responseType: "code", formPost: true },
  { name: "Form Post Implicit, id_token", responseType: "id_token", formPost: true },
  { name: "Form Post Implicit, id_token token", responseType: "id_token token", formPost: true },
];

/** For what does not depend on how the answer travels. */
export const once: readonly Plan[] = [basic];
export const codePlans = everyPlan.filter(({ responseType }) => responseType === "code");
export const implicitPlans = everyPlan.filter(({ responseType }) => responseType !== "code");
/** Those that give an access token. */
export const tokenPlans = everyPlan.filter(({ responseType }) => responseType !== "id_token");
