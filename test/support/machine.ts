/** The endpoints that programs call, on a node whose database's clock a test can move. */
import { after, before, describe } from "node:test";
import { openRecurring } from "../../src/events/recurring.ts";
import { openUsage, type Usage } from "../../src/events/usage.ts";
import { openAfterAnswer } from "../../src/http/after-answer.ts";
import { type App, createApp } from "../../src/http/app.ts";
import { createLogger } from "../../src/http/logging.ts";
import { rememberInstance } from "../../src/identity/instance.ts";
import { openAppSession } from "../../src/identity/sessions/app-sessions.ts";
import { startLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { initialAlgorithms } from "../../src/keys/algorithms.ts";
import { openKeyRing } from "../../src/keys/key-ring.ts";
import { ensureKeys, type KeyStore } from "../../src/keys/key-store.ts";
import { localKeyWrapper, newMasterKey } from "../../src/keys/master-key.ts";
import { addDiscovery } from "../../src/oauth/discovery.ts";
import { addKeys } from "../../src/oauth/keys.ts";
import { mountMachineEndpoints } from "../../src/oauth/machine-endpoints.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { openTickets } from "../../src/tickets/tickets.ts";
import type { TokenServices } from "../../src/tokens/access-tokens.ts";
import { codeTicket } from "../../src/tokens/kinds.ts";
import { agreed } from "./consent.ts";
import { type CountedStorage, countStatements } from "./count-statements.ts";
import { dumpText } from "./dump.ts";
import { enginesOf, type TestDatabase } from "./engines.ts";
import { watchExchanges } from "./exchanges.ts";
import { openTestStore } from "./keys.ts";
import { report } from "./problems.ts";
import { Secrets } from "./secrets.ts";
import { by, lifetimes, loginLifetimes, makeWorld, type World } from "./world.ts";

export const addresses = {
  issuerUrl: "https://id.example",
  baseUrl: "https://api.example",
  loginUrl: "https://login.example",
};
export const issuer = addresses.issuerUrl;
export const tokenUrl = `${addresses.baseUrl}/oauth/v2/token`;
export const REDIRECT = "https://app.example/callback";

export interface Machine {
  readonly app: App;
  readonly storage: Storage;
  readonly counted: CountedStorage;
  readonly tokens: TokenServices;
  readonly keys: KeyStore;
  readonly usage: Usage;
  /** What was logged. */
  readonly lines: string[];
  stop(): Promise<void>;
}

const masterKey = localKeyWrapper(newMasterKey());

/** A node; several on one database are nodes of one instance. */
export async function startMachine(
  database: TestDatabase,
  options: { storage?: (storage: Storage) => Storage } = {},
): Promise<Machine> {
  const opened = await database.open();
  const keys = await openTestStore(opened, masterKey);
  await ensureKeys(keys, initialAlgorithms);
  const fail = (error: unknown) => {
    throw error;
  };
  const ring = await openKeyRing(keys, fail);
  const counted = countStatements(options.storage?.(opened) ?? opened);
  const { storage } = counted;
  const tokens = { ring, tickets: openTickets(ring), issuer };
  const usage = openUsage(opened.db, fail);
  const lines: string[] = [];
  const log = createLogger("debug", { write: (line: string) => void lines.push(line) });
  const app = createApp({ loginUrl: addresses.loginUrl, https: true, trustedProxies: [], log });
  addDiscovery(app, addresses, ring);
  addKeys(app, ring);
  const recurring = openRecurring(opened, { onError: fail, everyMs: 2 ** 31 - 1 });
  const afterAnswer = openAfterAnswer(fail);
  mountMachineEndpoints(app, {
    storage,
    tokens,
    usage,
    recurring,
    afterAnswer,
    instance: rememberInstance(opened.db),
    addresses,
  });
  const secrets = new Secrets();
  watchExchanges(app, (exchange) => secrets.see(exchange));
  await app.ready();
  return {
    app,
    storage,
    counted,
    tokens,
    keys,
    usage,
    lines,
    async stop() {
      ring.close();
      await usage.close();
      await afterAnswer.close();
      await recurring.close();
      await app.close();
      const leaks = secrets.leaksIn({ "the log": lines.join(""), "the database": await dumpText(opened) });
      report(leaks.map((leak) => `a secret is in ${leak}`));
    },
  };
}

export interface MachineStage {
  readonly database: TestDatabase;
  readonly node: Machine;
  /** Another node of the same instance. */
  readonly other: Machine;
  readonly world: World;
}

/** One instance with two nodes on each engine, for tests that change only what they made themselves. */
export function onEachMachine(title: string, body: (stage: MachineStage) => void): void {
  for (const engine of enginesOf(title)) {
    describe(`${title}, on ${engine.name}`, () => {
      let made: MachineStage | undefined;
      before(async () => {
        const database = await engine.fresh();
        const node = await startMachine(database);
        made = { database, node, other: await startMachine(database), world: await makeWorld(node.storage) };
      });
      after(async () => {
        await made?.node.stop();
        await made?.other.stop();
        await made?.database.drop();
      });
      const stage = () => {
        if (made === undefined) throw new Error("the stage is used before it is set");
        return made;
      };
      body({
        get database() {
          return stage().database;
        },
        get node() {
          return stage().node;
        },
        get other() {
          return stage().other;
        },
        get world() {
          return stage().world;
        },
      });
    });
  }
}

export interface SignIn {
  readonly applicationId: string;
  readonly userId: string;
  readonly scopes?: readonly string[];
  readonly nonce?: string;
  readonly redirectUri?: string;
  /** S256 of a verifier. */
  readonly challenge?: string;
  readonly lifetimes?: typeof lifetimes;
  /** The person has agreed to it: for an application of another organization. */
  readonly agreed?: boolean;
}

/** What the authorization endpoint does once somebody has signed in: the code is still to be spent. */
export async function signInAt(
  { storage, tokens }: Pick<Machine, "storage" | "tokens">,
  input: SignIn,
): Promise<{ code: string; appSessionId: string; loginSessionId: string }> {
  const { appSessionId, login } = await storage.transaction(async (tx) => {
    const login = await startLoginSession(
      tx,
      { userId: input.userId, amr: ["pwd"], userAgent: "test", lifetimes: loginLifetimes },
      by,
    );
    if (login === undefined) throw new Error("nobody was signed in");
    const scopes = input.scopes ?? ["openid", "offline_access"];
    const consentId = input.agreed ? await agreed(tx, input.userId, input.applicationId, scopes) : undefined;
    const appSessionId = await openAppSession(
      tx,
      {
        applicationId: input.applicationId,
        loginSessionId: login.id,
        scopes,
        consentId,
        nonce: input.nonce,
        redirectUri: input.redirectUri ?? REDIRECT,
        codeChallenge: input.challenge ?? "",
        lifetimes: input.lifetimes ?? lifetimes,
      },
      by,
    );
    if (appSessionId === undefined) throw new Error("no app session was opened");
    return { appSessionId, login };
  });
  return { code: tokens.tickets.seal(codeTicket, { s: appSessionId }), appSessionId, loginSessionId: login.id };
}
