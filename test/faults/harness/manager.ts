/** Somebody who changes things over the management API, and asks again, at another node, when no answer comes. */
import { randomUUID } from "node:crypto";
import type { Cluster } from "./cluster.ts";
import type { History } from "./history.ts";
import { type Answer, type Asked, bearer, textOf, visit, type Where } from "./http.ts";

export class Manager {
  readonly #history: History;
  readonly #token: string;
  readonly #organizationId: string;

  constructor(history: History, token: string, organizationId: string) {
    this.#history = history;
    this.#token = token;
    this.#organizationId = organizationId;
  }

  get token(): string {
    return this.#token;
  }

  /** The audit log must know it by the id of the request. */
  async setMetadata(where: Where, userId: string, key: string, value: string): Promise<boolean> {
    const asked = { method: "PUT", path: `/management/v1/users/${userId}/metadata/${key}`, json: { value } };
    const answer = await this.#visit(where, "set metadata", asked, (seen) => ({
      ...(typeof seen?.headers["x-request-id"] === "string"
        ? { change: `request ${seen.headers["x-request-id"]}` }
        : {}),
      writes: { register: `metadata ${userId} ${key}`, value },
    }));
    return answer !== undefined && answer.status < 300;
  }

  /** With an Idempotency-Key, so that whoever asks twice makes one. Undefined when nobody knows. */
  async createPerson(cluster: Cluster, attempts = 3): Promise<string | undefined> {
    const headers = { "idempotency-key": randomUUID() };
    const json = { userName: `new-${randomUUID()}`, profile: { givenName: "New", familyName: "Person" } };
    const asked = { method: "POST", path: `/management/v1/organizations/${this.#organizationId}/users`, headers, json };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const answer = await this.#visit(cluster.any(), "create person", asked, (seen) => {
        const id = textOf(seen, "id");
        return seen?.status === 201
          ? { change: `user.created ${id}`, writes: { register: `state ${id}`, value: "active" } }
          : {};
      });
      if (answer?.status === 201) return textOf(answer, "id");
    }
    return undefined;
  }

  /** Every session and token of theirs is over then. */
  async deactivate(where: Where, kind: "users" | "service-users", id: string): Promise<boolean> {
    const asked = { method: "POST", path: `/management/v1/${kind}/${id}/deactivate` };
    const answer = await this.#visit(where, "deactivate", asked, () => ({
      ends: [`user ${id}`],
      change: `user.deactivated ${id}`,
      writes: { register: `state ${id}`, value: "inactive" },
    }));
    return answer !== undefined && answer.status < 300;
  }

  async setPassword(where: Where, userId: string, password: string): Promise<boolean> {
    const asked = { method: "PUT", path: `/management/v1/users/${userId}/password`, json: { password } };
    const answer = await this.#visit(where, "set password", asked, (seen) => ({
      ends: [`user ${userId}`],
      ...(typeof seen?.headers["x-request-id"] === "string"
        ? { change: `request ${seen.headers["x-request-id"]}` }
        : {}),
    }));
    return answer !== undefined && answer.status < 300;
  }

  async #visit(
    where: Where,
    what: string,
    asked: Asked,
    facts: (answer: Answer | undefined) => object,
  ): Promise<Answer | undefined> {
    const request = { ...asked, headers: { ...asked.headers, ...bearer(this.#token) } };
    return visit({ history: this.#history, where, what, asked: request }, (answer) => ({
      succeeded: answer !== undefined && answer.status < 300,
      ...facts(answer),
    }));
  }

  /** A call that is no part of an invariant. */
  call(where: Where, what: string, asked: Asked): Promise<Answer | undefined> {
    return this.#visit(where, what, asked, () => ({}));
  }
}
