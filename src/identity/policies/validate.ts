/**
 * Judges the settings of a policy before they are stored: all that is wrong at once, each by field, with what it may
 * be.
 */
import type { TLocalizedValidationError } from "typebox/error";
import Value from "typebox/value";
import { fieldProblems } from "../../errors/schema-problems.ts";
import { type FieldProblem, SignetError } from "../../errors/signet-error.ts";
import { contrast } from "./contrast.ts";
import { defaultBackgrounds, type PolicyKind, type PolicySettings } from "./kinds.ts";
import { policySchemas } from "./schemas.ts";

const CODE = "invalid_setting";
/** WCAG 2.2, 1.4.11: what is needed to see a control or to read large text. */
const LEAST_CONTRAST = 3;

export function policySettings<Kind extends PolicyKind>(kind: Kind, given: unknown): PolicySettings<Kind> {
  const errors = Value.Errors(policySchemas[kind], given).map(inWords);
  const problems = fieldProblems(errors, "settings").map(({ field, code, message }) =>
    code === "unknown_field" ? problem(field, "is not a setting of this policy") : { field, code: CODE, message },
  );
  if (problems.length > 0) throw notValid(problems);
  const settings = given as PolicySettings<Kind>;
  const contradictions = contradictionsIn(kind, settings);
  if (contradictions.length > 0) throw notValid(contradictions);
  return settings;
}

/** What no single field can be blamed for. */
function contradictionsIn<Kind extends PolicyKind>(kind: Kind, settings: PolicySettings<Kind>): FieldProblem[] {
  const rules: { readonly [Each in PolicyKind]: (settings: PolicySettings<Each>) => (FieldProblem | false)[] } = {
    password: () => [],
    registration: () => [],
    sessions: (given) => [
      given.idleSeconds > given.absoluteSeconds && problem("idleSeconds", "must not be longer than absoluteSeconds"),
    ],
    throttling: (given) => [
      given.blockAfter < given.delayAfter && problem("blockAfter", "must not be less than delayAfter"),
    ],
    throttlingBounds: (given) => [
      ...(["delayAfter", "blockAfter", "blockSeconds"] as const).map(
        (name) =>
          given[name].least > given[name].most && problem(`${name}.least`, `must not be more than ${name}.most`),
      ),
      // Otherwise what lies within them could be blocked before it is slowed down.
      ...(["least", "most"] as const).map(
        (side) =>
          given.blockAfter[side] < given.delayAfter[side] &&
          problem(`blockAfter.${side}`, `must not be less than delayAfter.${side}`),
      ),
    ],
    secondFactor: () => [],
    account: () => [],
    languages: (given) => [!given.offered.includes(given.default) && problem("default", "must be one of offered")],
    tokens: ({ defaults, idTokenAlgorithms }) => [
      defaults.lifetimes.refreshIdle > defaults.lifetimes.refreshAbsolute &&
        problem("defaults.lifetimes.refreshIdle", "must not be longer than refreshAbsolute"),
      !idTokenAlgorithms.includes(defaults.idTokenAlgorithm) &&
        problem("defaults.idTokenAlgorithm", "must be one of idTokenAlgorithms"),
      // OpenID Connect Discovery §3: it is always among those supported; clients assume it when nothing is agreed.
      !idTokenAlgorithms.includes("RS256") && problem("idTokenAlgorithms", "must include RS256"),
    ],
    events: () => [],
    branding: (given) => [
      tooFaint("primaryColor", given.primaryColor, given.backgroundColor || defaultBackgrounds.light),
      tooFaint("darkPrimaryColor", given.darkPrimaryColor, given.darkBackgroundColor || defaultBackgrounds.dark),
      ...(["termsUrl", "privacyUrl", "helpUrl"] as const).map(
        (field) => !isHttpsAddress(given[field]) && problem(field, "must be an https address, or empty"),
      ),
    ],
  };
  return rules[kind](settings).filter((found) => found !== false);
}

/**
 * Text on the colour is drawn in black or white, one of which can always be read; the colour itself must be seen too.
 */
function tooFaint(field: string, color: string, background: string): FieldProblem | false {
  if (color === "") return false;
  const ratio = contrast(color, background);
  if (ratio >= LEAST_CONTRAST) return false;
  // Cut off, not rounded: 2.996 is not enough, and must not be shown as if it were.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
  return problem(
    field,
    `${color} on ${background} has a contrast of ${shown}:1; choose one with at least ${LEAST_CONTRAST}:1`,
  );
}

/** People are sent there, so it says plainly where: no user name that looks like a host. */
function isHttpsAddress(text: string): boolean {
  if (text === "") return true;
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === "https:" && url.username === "" && url.password === "" && !/[\s\p{Cc}]/u.test(text)
  );
}

/** What a pattern says is for programs. The only one is that of colours. */
function inWords(error: TLocalizedValidationError): TLocalizedValidationError {
  return error.keyword === "pattern" ? { ...error, message: "must be a colour such as #1a2b3c, or empty" } : error;
}

function problem(field: string, message: string): FieldProblem {
  return { field, code: CODE, message: `${field} ${message}` };
}

function notValid(problems: readonly FieldProblem[]): SignetError {
  return new SignetError("invalid_input", problems.map(({ message }) => message).join("; "), { problems });
}
