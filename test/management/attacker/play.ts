/** The attacker makes the calls, one after the other, and remembers what the answers tell. */
import { routes } from "../../../src/management/routes.ts";
import type { Answer, Api } from "../../support/api.ts";
import type { Attacker } from "./attackers.ts";
import { type Choice, type Own, type Request, requestFor } from "./calls.ts";
import { toldBy } from "./unharmed.ts";

export interface Played {
  /** What was told that should not have been, with the call. */
  readonly told: string[];
  /** The status of each answer. */
  readonly made: number[];
}

export async function play(
  api: Api,
  attacker: Attacker,
  { choices, own, others }: { choices: readonly Choice[]; own: Own; others: ReadonlySet<string> },
): Promise<Played> {
  const told: string[] = [];
  const made: number[] = [];
  let said = "";
  for (const choice of choices) {
    const request = requestFor(attacker, choice, own);
    said +=
      `\n${decodeURIComponent(request.path.replaceAll("+", " "))}\n${JSON.stringify(request.body ?? "")}`.toLowerCase();
    const { method, path, body } = request;
    const answer = await api.call(method, path, attacker.token, body === undefined ? {} : { body });
    made.push(answer.status);
    const seen = toldBy(answer.body + JSON.stringify(answer.headers), said, attacker, others);
    if (seen.length > 0) told.push(`${describe(request)} tells ${seen.join(", ")}: ${answer.body.slice(0, 1_000)}`);
    if (answer.status >= 500) told.push(`${describe(request)} fails: ${answer.status} ${answer.body}`);
    learn(attacker, answer);
  }
  return { told, made };
}

function describe({ method, path, body }: Request): string {
  return `${method} ${path} ${JSON.stringify(body) ?? ""}`;
}

const named = routes.flatMap(({ path }) => {
  const parameter = /:(\w+)$/.exec(path)?.[1];
  return parameter === undefined ? [] : [{ pattern: new RegExp(`${path.replaceAll(/:\w+/g, "[^/]+")}$`), parameter }];
});

/** What was made has an address, which says as what it can be named. */
function learn({ learned }: Attacker, { status, json, headers }: Answer): void {
  const { location } = headers;
  const id: unknown = json?.id;
  if (status !== 201 || location === undefined || typeof id !== "string") return;
  for (const { pattern, parameter } of named) if (pattern.test(location)) learned.add(parameter, id);
}
