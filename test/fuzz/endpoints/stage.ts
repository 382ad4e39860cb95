/**
 * A whole Signet to send anything to: without what other tests remember of every request, so that its memory can be
 * measured.
 */
import { sql } from "kysely";
import { loadConfig } from "../../../src/config.ts";
import { createLogger } from "../../../src/http/logging.ts";
import { newMasterKey } from "../../../src/keys/master-key.ts";
import type { OpenApiDocument } from "../../../src/management/openapi/document.ts";
import { describeApi } from "../../../src/management/openapi/openapi.ts";
import { routes } from "../../../src/management/routes.ts";
import { buildApp } from "../../../src/server.ts";
import { openServices } from "../../../src/services.ts";
import { type Grounds, makeGrounds } from "../../management/role-matrix/grounds.ts";
import { makePlaces, type Places } from "../../management/role-matrix/places.ts";
import { type Api, apiOf, type Manager, managerAt } from "../../support/api.ts";
import type { TestEngine } from "../../support/engines.ts";
import { idpOn } from "../../support/idp.ts";
import { makeTestKey } from "../../support/keys.ts";
import type { TestNode } from "../../support/node.ts";
import { cheapPasswords } from "../../support/passwords.ts";
import { Secrets } from "../../support/secrets.ts";

export interface FuzzStage {
  readonly api: Api;
  /** Where calls are made, as new: whoever may do everything has deleted the last. */
  makePlaces(): Promise<{ readonly grounds: Grounds; readonly places: Places }>;
  readonly document: OpenApiDocument;
  /** IAM_OWNER, made anew if the requests have cost them their role. */
  owner(): Promise<Manager>;
  /** IAM_OWNER_VIEWER: may see everything and change nothing. */
  viewer(): Promise<Manager>;
  /** Lines of the log that say that something failed. */
  readonly failures: string[];
  close(): Promise<void>;
}

export async function startFuzzStage(engine: TestEngine, state: "empty" | "migrated" = "migrated"): Promise<FuzzStage> {
  const failures: string[] = [];
  const node = await startQuietNode(engine, state, failures);
  const api = await apiOf(await idpOn(node));
  const { storage } = node.services;
  if (engine.name === "sqlite") await sql`PRAGMA synchronous = OFF`.execute(storage.db);
  const standing = new Map<string, Manager>();
  /** Whoever may do everything may also do it to themselves. */
  const stillThere = async (role: "IAM_OWNER" | "IAM_OWNER_VIEWER"): Promise<Manager> => {
    const known = standing.get(role);
    if (known !== undefined && (await known.get("/me")).status === 200) return known;
    const made = await managerAt(api.idp, [{ role, place: { level: "iam" } }]);
    standing.set(role, made);
    return made;
  };
  return {
    api,
    async makePlaces() {
      const grounds = await makeGrounds(api);
      return { grounds, places: await makePlaces(grounds) };
    },
    document: describeApi(routes, `${api.idp.issuer}/management/v1`),
    owner: () => stillThere("IAM_OWNER"),
    viewer: () => stillThere("IAM_OWNER_VIEWER"),
    failures,
    close: () => node.close(),
  };
}

async function startQuietNode(engine: TestEngine, state: "empty" | "migrated", failures: string[]): Promise<TestNode> {
  const database = await engine.fresh(state);
  const masterKey = newMasterKey().toString("base64url");
  const config = loadConfig({ SIGNET_DATABASE_URL: database.url, SIGNET_MASTER_KEY: masterKey });
  const write = (line: string) => {
    if (/"level":"(?:error|fatal)"/.test(line)) failures.push(line);
  };
  const log = createLogger("info", { write });
  const services = await openServices(config, log, {
    makeKey: makeTestKey,
    storage: database.options,
    passwords: cheapPasswords(),
  });
  const drain = { stopping: false };
  const app = buildApp(config, services, log, { drain, management: { strictAnswers: true, callsPerMinute: 1e9 } });
  await app.ready();
  return {
    ...{ app, services, database, masterKey, drain, lines: [], secrets: new Secrets() },
    listen: async () => Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port),
    async close() {
      await app.close();
      await services.close();
      await database.drop();
    },
  };
}

/** As it was before anybody decided otherwise: nobody registers, and nobody waits because of those before them. */
export async function tidy({ api }: FuzzStage): Promise<void> {
  const { storage, afterAnswer } = api.idp.node.services;
  await afterAnswer.settled();
  await storage.transaction(async (tx) => {
    await tx.deleteFrom("proof_attempts").execute();
    await tx.deleteFrom("policies").execute();
  });
}
