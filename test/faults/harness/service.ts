/** Programs: a service user that gets tokens for its secret, and an API that asks whether a token counts. */
import { randomUUID } from "node:crypto";
import type { History } from "./history.ts";
import { ask, basic, bearer, textOf, visit, type Where } from "./http.ts";
import type { Client, World } from "./world.ts";

export interface Service extends Client {
  readonly names: readonly string[];
}

export async function makeService(where: Where, token: string, { organizationId }: World): Promise<Service> {
  const post = async (path: string, json?: unknown) => {
    const call = {
      method: "POST",
      path: `/management/v1${path}`,
      headers: bearer(token),
      ...(json === undefined ? {} : { json }),
    };
    const answer = await ask(where, call);
    if (answer === undefined || answer.status >= 300)
      throw new Error(`${path} answered ${answer?.status}: ${answer?.body}`);
    return answer;
  };
  const id = textOf(
    await post(`/organizations/${organizationId}/service-users`, { userName: `robot-${randomUUID()}` }),
    "id",
  );
  return { id, secret: textOf(await post(`/service-users/${id}/regenerate-secret`), "secret"), names: [`user ${id}`] };
}

export async function serviceToken(
  history: History,
  where: Where,
  service: Service,
  { projectScope }: World,
): Promise<string | undefined> {
  const form = { grant_type: "client_credentials", scope: `openid ${projectScope}` };
  const asked = { path: "/oauth/v2/token", headers: basic(service.id, service.secret), form };
  const answer = await visit({ history, where, what: "client credentials", asked }, (seen) => ({
    succeeded: seen?.status === 200,
    uses: service.names,
  }));
  return answer?.status === 200 ? textOf(answer, "access_token") : undefined;
}

export type Standing = "active" | "inactive" | "nobody knows";

/** `names` are the things that the token depends on. */
export async function introspect(
  at: { history: History; where: Where; by: Client },
  token: string,
  names: readonly string[],
): Promise<Standing> {
  const { history, where, by } = at;
  const asked = { path: "/oauth/v2/introspect", headers: basic(by.id, by.secret), form: { token } };
  const answer = await visit({ history, where, what: "introspect", asked }, (seen) => ({
    succeeded: seen?.status === 200 && seen.json.active === true,
    uses: names,
  }));
  return answer?.status !== 200 ? "nobody knows" : answer.json.active === true ? "active" : "inactive";
}

export async function userinfo(history: History, where: Where, token: string, names: readonly string[]): Promise<void> {
  const asked = { path: "/oauth/v2/userinfo", headers: bearer(token) };
  await visit({ history, where, what: "userinfo", asked }, (seen) => ({
    succeeded: seen?.status === 200,
    uses: names,
  }));
}

export interface Revocation {
  readonly history: History;
  readonly where: Where;
  readonly by: Client;
  readonly token: string;
  /** What is over then. */
  readonly ends: readonly string[];
  /** Of a refresh token: the session that must have ended in the database. */
  readonly session?: string;
}

/** RFC 7009: whoever gets no answer asks again. */
export async function revoke({ history, where, by, token, ends, session }: Revocation): Promise<boolean> {
  const asked = { path: "/oauth/v2/revoke", headers: basic(by.id, by.secret), form: { token } };
  const answer = await visit({ history, where, what: "revoke", asked }, (seen) => ({
    succeeded: seen?.status === 200,
    ends,
    ...(session === undefined ? {} : { writes: { register: `ended ${session}`, value: "yes" } }),
  }));
  return answer?.status === 200;
}
