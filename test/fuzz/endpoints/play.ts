/**
 * Sends requests by the thousand and judges every answer; and looks whether those who may change nothing have changed
 * something.
 */
import { createHash } from "node:crypto";
import { routes } from "../../../src/management/routes.ts";
import { requests as rightRequests } from "../../management/role-matrix/requests.ts";
import { dump } from "../../support/dump.ts";
import { addresses, requestTo } from "./address-requests.ts";
import { type GivenAnswer, problemOfCall, problemsOf } from "./judge.ts";
import {
  type CallMaterial,
  type DescribedCall,
  describedCalls,
  MadeIds,
  rememberMade,
  requestFor,
} from "./management-requests.ts";
import { type Material, makeMaterial, type Visitor } from "./material.ts";
import { Random } from "./random.ts";
import { disturbed, type SentRequest } from "./request.ts";
import { type FuzzStage, tidy } from "./stage.ts";
import { Usual } from "./usual.ts";

export interface PlayOptions {
  readonly requests: number;
  readonly seed: number;
  /** After so many, everything that is there is compared. */
  readonly round: number;
  /** Told after every round how many were sent. */
  readonly onRound?: (sent: number) => Promise<void> | void;
}

export interface Played {
  readonly sent: number;
  /** By who asked what. */
  readonly statuses: ReadonlyMap<string, Map<number, number>>;
  readonly slowestMs: number;
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 10;
/** After so many, people and tokens are new ones: the last have been signed out, locked or deleted. */
const MATERIAL_LASTS = 100;
/** What anybody may cause without being anybody: their attempts are counted, and mails are asked for. */
const causedByNobody = ["proof_attempts", "usage", "application_use", "outbox", "events", "one_time_codes"];

export async function play(stage: FuzzStage, options: PlayOptions): Promise<Played> {
  const player = new Player(stage, options.seed);
  while (player.sent < options.requests && player.problems.length === 0) {
    await player.round(Math.min(options.round, options.requests - player.sent));
    await options.onRound?.(player.sent);
  }
  return player;
}

class Player implements Played {
  readonly statuses = new Map<string, Map<number, number>>();
  readonly problems: string[] = [];
  sent = 0;
  slowestMs = 0;
  readonly #stage: FuzzStage;
  readonly #random: Random;
  readonly #calls: readonly DescribedCall[];
  readonly #made = new MadeIds();
  readonly #usual = new Usual();
  #calling: CallMaterial | undefined;
  #material: { readonly made: Material; readonly until: number } | undefined;

  constructor(stage: FuzzStage, seed: number) {
    this.#stage = stage;
    this.#random = new Random(seed);
    this.#calls = describedCalls(stage.document);
  }

  async #prepareCalls(): Promise<CallMaterial> {
    const { grounds, places } = await this.#stage.makePlaces();
    const bodies = new Map<string, unknown>();
    for (const route of routes.filter(({ body }) => body !== undefined)) {
      const place = places[route.at][0];
      const prepared =
        place &&
        (await rightRequests[`${route.method} ${route.path}`]?.({ grounds, place, id: place.id, caller: undefined }));
      bodies.set(`${route.method} ${route.path.replace(/:(\w+)/g, "{$1}")}`, prepared?.body);
    }
    const { document, api } = this.#stage;
    return { document, places, bodies, made: this.#made, spared: [api.idp.world.acme.id, api.idp.world.other.id] };
  }

  /**
   * A fifth each: the management API without a token, with one that may only look, the pages and endpoints as nobody;
   * the rest may change things.
   */
  async round(size: number): Promise<void> {
    await tidy(this.#stage);
    this.#calling = await this.#prepareCalls();
    const [viewer, owner] = [await this.#stage.viewer(), await this.#stage.owner()];
    await this.#unchanged(["usage", "application_use"], async () => {
      await this.#times(size / 5, () => this.#callApi("nobody", undefined));
      await this.#times(size / 5, () => this.#callApi("viewer", viewer.token));
    });
    const material = await this.#freshMaterial();
    await this.#unchanged(causedByNobody, () =>
      this.#times(size / 5, async (index) => {
        if (index % MATERIAL_LASTS === 0) await tidy(this.#stage);
        await this.#visit("nobody", material);
      }),
    );
    await this.#times(size / 5, async () => this.#visit("person", await this.#freshMaterial()));
    let { token } = owner;
    await this.#times(size / 5, async (index) => {
      // Whoever takes their own role away has to be given it back.
      if (index % 20 === 19) token = (await this.#stage.owner()).token;
      await this.#callApi("owner", token);
    });
  }

  async #times(count: number, send: (index: number) => Promise<void>): Promise<void> {
    for (let index = 0; index < count && this.problems.length < MOST_PROBLEMS; index++) await send(index);
  }

  async #freshMaterial(): Promise<Material> {
    if (this.#material === undefined || this.sent >= this.#material.until) {
      await tidy(this.#stage);
      this.#material = { made: await makeMaterial(this.#stage.api.idp), until: this.sent + MATERIAL_LASTS };
    }
    return this.#material.made;
  }

  async #visit(visitor: Visitor, material: Material): Promise<void> {
    const random = this.#random;
    const request = disturbed(requestTo(random.pick(addresses), { material, visitor, random }), random);
    await this.#judge(`${visitor}, elsewhere`, request, await this.#send(request));
  }

  async #callApi(caller: "nobody" | "viewer" | "owner", token: string | undefined): Promise<void> {
    if (this.#calling === undefined) throw new Error("nothing is prepared");
    const first = this.#random.pick(this.#calls);
    // What is deleted can be asked for no more: seldom, so that something is left to ask for.
    const call = first.method === "DELETE" && this.#random.chance(0.7) ? this.#random.pick(this.#calls) : first;
    const asDescribed = requestFor(call, token, this.#random, this.#calling);
    const request = disturbed(asDescribed, this.#random);
    const answer = await this.#send(request);
    const problem =
      request.method === call.method && request.url === asDescribed.url ? problemOfCall(call, answer) : undefined;
    await this.#judge(`${caller}, management`, request, answer, problem);
    if (caller === "owner" && answer.status === 201)
      rememberMade(call, JSON.parse(answer.body), this.#calls, this.#made);
  }

  async #send(request: SentRequest): Promise<GivenAnswer> {
    const [began, usedBefore] = [performance.now(), process.cpuUsage()];
    const response = await this.#stage.api.idp.node.app.inject(request);
    const { user, system } = process.cpuUsage(usedBefore);
    // On a machine that is busy with something else, waiting is nobody's fault.
    const milliseconds = Math.min(performance.now() - began, (user + system) / 1000);
    this.slowestMs = Math.max(this.slowestMs, milliseconds);
    // What is done after the answer belongs to this request, too.
    await this.#stage.api.idp.node.services.afterAnswer.settled();
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
    );
    return { status: response.statusCode, headers, body: response.body, timesUsual: this.#usual.compare(milliseconds) };
  }

  async #judge(who: string, request: SentRequest, answer: GivenAnswer, further?: string): Promise<void> {
    this.sent += 1;
    const counts = this.statuses.get(who) ?? new Map<number, number>();
    this.statuses.set(who, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
    const { failures } = this.#stage;
    const found = [
      ...problemsOf(request, answer),
      ...(further === undefined ? [] : [further]),
      ...failures.splice(0).map((line) => `a failure in the log: ${line}`),
    ];
    if (Object.keys(Object.prototype).length > 0) found.push("the prototype of every object has changed");
    if (found.length === 0) return;
    this.problems.push(
      `request ${this.sent}, ${who}: ${found.join("; ")}\n${shown(request)}\n→ ${answer.status} ${answer.body.slice(0, 500)}`,
    );
  }

  /** Nobody has anything that others have not given them. */
  async #unchanged(except: readonly string[], work: () => Promise<void>): Promise<void> {
    const [first, before] = [this.sent + 1, await this.#fingerprint(except)];
    await work();
    const after = await this.#fingerprint(except);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    if (changed.length > 0)
      this.problems.push(
        `requests ${first} to ${this.sent} have changed ${changed.join(", ")}, and were made by whoever may change nothing`,
      );
  }

  async #fingerprint(except: readonly string[]): Promise<Record<string, string>> {
    const { storage, afterAnswer } = this.#stage.api.idp.node.services;
    await afterAnswer.settled();
    const tables = Object.entries(await dump(storage)).filter(([table]) => !except.includes(table));
    return Object.fromEntries(
      tables.map(([table, rows]) => {
        const kept = table === "events" ? rows.filter((row) => !isRecord(String(row))) : rows;
        return [table, createHash("sha256").update(kept.join("\n")).digest("base64url")];
      }),
    );
  }
}

/** Of what was refused: written for an auditor, by its own clock. */
function isRecord(event: string): boolean {
  return /"type":"(?:sign_in\.failed|client_authentication\.failed|management_call\.refused|service_credential\.used)"/.test(
    event,
  );
}

function shown({ method, url, headers, payload }: SentRequest): string {
  const body = payload === undefined ? "" : `\n${JSON.stringify(String(payload).slice(0, 1_000))}`;
  return `${method} ${url.slice(0, 1_000)}\n${JSON.stringify(headers).slice(0, 1_500)}${body}`;
}
