/** A Signet to do things to: its database, its nodes, an organization in it, and people who have signed in. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newMasterKey } from "../../../src/keys/master-key.ts";
import { type MailServer, startMailServer } from "../../support/mail.ts";
import { Cluster } from "./cluster.ts";
import { ISSUER } from "./http.ts";
import { inParallel } from "./in-parallel.ts";
import { type Inside, openInside } from "./inside.ts";
import { Person } from "./person.ts";
import { type Detour, openProxy } from "./proxy.ts";
import { type KeyFile, makeWorld, type World } from "./world.ts";

export interface Ground {
  readonly cluster: Cluster;
  readonly world: World;
  readonly inside: Inside;
  readonly databaseUrl: string;
  /** What the nodes were started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Signed in in a browser each. */
  readonly people: readonly Person[];
  readonly mail: MailServer;
  /** Between the nodes and the mail server. */
  readonly toMail: Detour;
  close(): Promise<void>;
}

export interface GroundInput {
  /** Undefined: an SQLite file in a folder of its own. */
  readonly databaseUrl?: string;
  readonly nodes: number;
  readonly people: number;
}

export async function openGround(input: GroundInput): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), "signet-faults-"));
  const databaseUrl = input.databaseUrl ?? `file:${join(folder, "signet.db")}`;
  const masterKey = newMasterKey().toString("base64url");
  const mail = await startMailServer();
  const toMail = await openProxy(mail.port);
  const keyFile = join(folder, "owner.json");
  const environment = {
    SIGNET_DATABASE_URL: databaseUrl,
    SIGNET_MASTER_KEY: masterKey,
    SIGNET_ISSUER_URL: ISSUER,
    SIGNET_ADMIN_PASSWORD: "an administrator of their own",
    SIGNET_BOOTSTRAP_KEY_FILE: keyFile,
    SIGNET_LOG_LEVEL: "warn",
    SIGNET_SMTP_URL: `smtp://127.0.0.1:${toMail.port}`,
  };
  const cluster = await Cluster.open({ count: input.nodes, folder, environment });
  const opened: { close(): Promise<void> }[] = [toMail, mail];
  const close = async () => {
    await cluster.stop();
    for (const one of opened) await one.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await cluster.start();
    const inside = await openInside(databaseUrl, masterKey);
    opened.push(inside);
    const owner: KeyFile = JSON.parse(readFileSync(keyFile, "utf8"));
    const world = await makeWorld(cluster.node(1), owner, input.people);
    const people = await inParallel(
      input.people,
      (n) =>
        Person.signIn(
          () => cluster.node(1 + (n % input.nodes)),
          world.opaque,
          world.people[n] ?? { id: "", loginName: "" },
        ),
      2,
    );
    return { cluster, world, inside, databaseUrl, environment, people, mail, toMail, close };
  } catch (error) {
    await close();
    throw error;
  }
}
