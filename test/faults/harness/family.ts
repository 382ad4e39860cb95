/**
 * An application's side of one sign-in: a refresh token that is replaced with every use, and what is done when an
 * answer is lost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { History } from "./history.ts";
import { basic, textOf, visit, type Where } from "./http.ts";
import type { Inside } from "./inside.ts";
import { type Tokens, toTokens } from "./person.ts";
import type { Client } from "./world.ts";

export interface FamilyWorld {
  readonly inside: Inside;
  /** Every ID token that comes. */
  readonly gotToken: (idToken: string) => void;
}

export type Refreshed = "got tokens" | "refused" | "nobody knows";

export class Family {
  readonly client: Client;
  readonly userId: string;
  readonly session: string;
  readonly #world: FamilyWorld;
  tokens: Tokens;
  /** One call at a time, as a well-behaved client does. */
  busy = false;
  /** Its session is over, by us or by the server. */
  over = false;

  constructor(world: FamilyWorld, client: Client, userId: string, tokens: Tokens) {
    this.#world = world;
    this.client = client;
    this.userId = userId;
    this.tokens = tokens;
    this.session = tokens.session;
  }

  get names(): readonly string[] {
    return [`session ${this.session}`, `user ${this.userId}`];
  }

  /** One attempt. Whoever gets no answer keeps the token it has, and shows it again. */
  async refresh(history: History, where: Where, presented: Tokens = this.tokens): Promise<Refreshed> {
    const { session, client } = this;
    const form = { grant_type: "refresh_token", refresh_token: presented.refresh };
    const asked = { path: "/oauth/v2/token", headers: basic(client.id, client.secret), form };
    let got: Tokens | undefined;
    const answer = await visit({ history, where, what: "refresh", asked }, async (seen) => {
      got = seen?.status === 200 ? await toTokens(this.#world.inside, seen) : undefined;
      return {
        succeeded: got !== undefined,
        uses: this.names,
        refresh: {
          family: session,
          presented: presented.generation,
          ...(got === undefined ? {} : { got: got.generation }),
        },
        writes: { register: `generation ${session}`, value: presented.generation + 1 },
      };
    });
    if (got === undefined) return textOf(answer, "error") === "invalid_grant" ? "refused" : "nobody knows";
    this.#world.gotToken(got.id);
    if (got.generation > this.tokens.generation) this.tokens = got;
    return "got tokens";
  }

  /** At one node after the other, and after a pause again, until one says yes or no. */
  async refreshUntilAnswered(history: History, cluster: Cluster, patienceMs = 15_000): Promise<Refreshed> {
    const giveUpAt = performance.now() + patienceMs;
    let where = cluster.any();
    this.busy = true;
    try {
      for (let attempt = 1; ; attempt++) {
        const outcome = await this.refresh(history, where);
        if (outcome === "refused") this.over = true;
        if (outcome !== "nobody knows" || performance.now() > giveUpAt) return outcome;
        where = cluster.next(where);
        const rounds = attempt / cluster.nodes.length;
        await sleep(Number.isInteger(rounds) ? Math.min(50 * 2 ** rounds, 1_000) : 10);
      }
    } finally {
      this.busy = false;
    }
  }
}
