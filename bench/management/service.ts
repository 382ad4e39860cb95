/** A real Signet on the seeded database: a process of its own, called by a service user who may do everything. */
import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Config, loadConfig } from "../../src/config.ts";
import { createLogger } from "../../src/http/logging.ts";
import { addManager } from "../../src/identity/managers.ts";
import { createServiceUser, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { toListAnswer } from "../../src/management/paging.ts";
import { openServices, type Services } from "../../src/services.ts";
import { readNow } from "../../src/storage/now.ts";
import { freePort } from "../../test/support/postgres-server.ts";
import { idOf, type Size } from "../seed/data.ts";
import { launch } from "../speed/processes.ts";
import { large, type Seeded, small } from "./calls.ts";
import { PREFIX, type Service } from "./measure.ts";

/** Always the same, so that a database that was seeded before can be measured again. */
const MASTER_KEY = createHash("sha256").update("only for measurements").digest("base64url");
const SCOPE = "openid urn:service:iam:org:project:id:service:aud";
const TOKENS = 40;
const by = { actor: { kind: "system" } } as const;

export interface RunningService extends Service {
  stop(): Promise<void>;
}

export interface Prepared {
  readonly config: Config;
  readonly seeded: Seeded;
  /** Starts it. */
  serve(): Promise<RunningService>;
}

/**
 * Registers the master key, makes keys as a first start does, and the service user; reads what calls are to ask for.
 */
export async function prepareService(databaseUrl: string, size: Size): Promise<Prepared> {
  const port = await freePort();
  const environment = {
    SIGNET_DATABASE_URL: databaseUrl,
    SIGNET_MASTER_KEY: MASTER_KEY,
    SIGNET_PORT: String(port),
    SIGNET_LOG_LEVEL: "error",
  };
  const config = loadConfig(environment);
  const services = await openServices(config, createLogger("silent"));
  try {
    const manager = await services.storage.transaction(async (tx) => {
      const user = await createServiceUser(tx, { organizationId: small, userName: `bench-${randomUUID()}` }, by);
      await addManager(tx, { userId: user.id, role: "IAM_OWNER", place: { level: "iam" } }, by);
      return { id: user.id, secret: (await replaceSecret(tx, user.id, by)).secret };
    });
    return {
      config,
      seeded: await readSeeded(services, size),
      async serve() {
        const program = [join(import.meta.dirname, "../../bin/signet.js"), "serve"];
        const server = await launch({ program, environment, port, readyPath: "/readyz" });
        const tokens = await Promise.all(Array.from({ length: TOKENS }, () => getToken(port, manager)));
        return { port, tokens, stop: () => server.stop() };
      },
    };
  } finally {
    await services.close();
  }
}

async function getToken(port: number, { id, secret }: { id: string; secret: string }): Promise<string> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: id,
    client_secret: secret,
    scope: SCOPE,
  });
  const response = await fetch(`http://127.0.0.1:${port}/oauth/v2/token`, { method: "POST", body });
  const answer: { readonly access_token?: string } = JSON.parse(await response.text());
  if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

async function readSeeded({ storage: { db }, tickets }: Services, size: Size): Promise<Seeded> {
  const peopleOf = async (organizationId: string): Promise<Seeded["people"]> => {
    const rows = await db
      .selectFrom("users")
      .innerJoin("humans", "humans.user_id", "users.id")
      .select(["users.id", "humans.email", "humans.given_name", "humans.family_name"])
      .where("users.organization_id", "=", organizationId)
      .where("users.kind", "=", "human")
      .where("users.id", ">", idOf("user", Math.floor(size.users / 3)))
      .orderBy("users.id")
      .limit(100)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      email: row.email,
      givenName: row.given_name,
      familyName: row.family_name,
    }));
  };
  const assigned = await db
    .selectFrom("role_assignments")
    .innerJoin("projects", "projects.id", "role_assignments.project_id")
    .select("projects.id")
    .where("projects.organization_id", "=", large)
    .where("role_assignments.project_grant_id", "is", null)
    .orderBy("role_assignments.id")
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    size,
    people: await peopleOf(large),
    fewPeople: await peopleOf(small),
    projectId: assigned.id,
    now: await readNow(db),
    cursorAfter(path, id, query = {}) {
      const { nextCursor } = toListAnswer(
        tickets,
        { path: PREFIX + path, sorts: ["createdAt"], query },
        { items: [], next: { value: "", id } },
      );
      return encodeURIComponent(String(nextCursor));
    },
  };
}
