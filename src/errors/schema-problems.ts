/** What a schema found wrong, said by field and in words that tell what would be right. */
import type { TLocalizedValidationError } from "typebox/error";
import type { FieldProblem } from "./signet-error.ts";

/** `whole` is what the input is called where no field can be named. */
export function fieldProblems(errors: readonly TLocalizedValidationError[], whole: string): FieldProblem[] {
  const problems = errors.flatMap((error) => toProblems(error, whole));
  // The same field may break the rule of several alternatives; the first is enough.
  return [...new Map(problems.map((problem) => [`${problem.field} ${problem.code}`, problem])).values()].slice(
    0,
    MOST_PROBLEMS,
  );
}

const MOST_PROBLEMS = 20;

function toProblems(error: TLocalizedValidationError, whole: string): FieldProblem[] {
  const path = error.instancePath.slice(1).replaceAll("/", ".");
  switch (error.keyword) {
    case "required":
      return error.params.requiredProperties.map((name) =>
        problem(path === "" ? name : `${path}.${name}`, "missing", "is missing", whole),
      );
    case "boolean":
      return [problem(path, "unknown_field", "is not a field of this", whole)];
    case "additionalProperties":
    case "anyOf":
      // Each unknown field is reported by its own name too, and so is what no alternative accepts.
      return [];
    case "enum":
      return [problem(path, "invalid_value", `must be one of ${error.params.allowedValues.join(", ")}`, whole)];
    default:
      return [problem(path, "invalid_value", error.message, whole)];
  }
}

function problem(path: string, code: string, message: string, whole: string): FieldProblem {
  // A name that is none of ours may be anything.
  const field = /^[\w.]{1,100}$/.test(path) ? path : whole;
  return { field, code, message: `${field} ${message}` };
}
