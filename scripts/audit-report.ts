/** What `npm audit` found, and what has been looked at and is of no consequence here. */

export interface Accepted {
  /** The advisory: GHSA-…. */
  readonly id: string;
  /** Why it does no harm here. */
  readonly reason: string;
  /** Until when that is believed without looking again: yyyy-mm-dd. */
  readonly until: string;
}

/** Empty is how it should be. */
export const accepted: readonly Accepted[] = [];

export interface Verdict {
  /** Undefined when nobody answered. */
  readonly checked: number | undefined;
  readonly problems: readonly string[];
  /** Accepted, or too small to stop a release. */
  readonly notes: readonly string[];
}

interface Advisory {
  readonly url?: string;
  readonly title?: string;
  readonly severity?: string;
}

interface Report {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
  readonly metadata?: { readonly dependencies?: { readonly total?: number } };
}

const SERIOUS = ["high", "critical"];

/** `output` is what `npm audit --json` printed; `today` as yyyy-mm-dd. */
export function judgeAudit(output: string, today: string, list: readonly Accepted[] = accepted): Verdict {
  const report = parsed(output);
  if (report?.vulnerabilities === undefined || report.metadata === undefined) {
    return { checked: undefined, problems: [], notes: [report?.message ?? "npm audit said nothing that can be read"] };
  }
  const [problems, notes]: [string[], string[]] = [[], []];
  const known = new Set<string>();
  for (const [name, { via }] of Object.entries(report.vulnerabilities)) {
    for (const advisory of via) {
      if (typeof advisory === "string") continue;
      const id = /GHSA-[\w-]+$/.exec(advisory.url ?? "")?.[0] ?? advisory.url ?? "unknown";
      known.add(id);
      const text = `${name}: ${advisory.title} (${advisory.severity}, ${id})`;
      const exception = list.find((one) => one.id === id);
      if (exception !== undefined && exception.until >= today)
        notes.push(`${text}; accepted until ${exception.until}: ${exception.reason}`);
      else if (exception !== undefined) problems.push(`${text}; it was accepted until ${exception.until}: look again`);
      else (SERIOUS.includes(advisory.severity ?? "") ? problems : notes).push(text);
    }
  }
  const stale = list
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => `${id} is accepted, and nobody reports it any more: remove it`);
  return { checked: report.metadata.dependencies?.total ?? 0, problems: [...problems, ...stale], notes };
}

function parsed(output: string): Report | undefined {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
