/** A Signet that was prepared as the READMEs of the examples say: their commands are run, word for word, in a shell. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addManager } from "../../src/identity/managers.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { addServiceUser, listenAsIdp } from "../clients/stage.ts";
import { assertInstalled, runnableBlocks } from "../docs/examples.ts";
import { readDocument } from "../docs/markdown.ts";
import { managementToken } from "../support/api.ts";
import { type Idp, PASSWORD } from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

const run = promisify(execFile);

export interface ExampleStage {
  readonly idp: Idp;
  /** Somebody of the first organization, with the password PASSWORD. */
  readonly loginName: string;
  /** Where the reader's shell is: key files are written below it. */
  readonly folder: string;
  /**
   * Does what the READMEs say under "Create in Signet", and returns the variables of the shell. `ports` replaces those they
   * name by others.
   */
  create(examples: readonly string[], ports?: Record<string, number>): Promise<Record<string, string>>;
  /** The management API, as an owner. */
  manage(method: "POST" | "DELETE", path: string, body?: Record<string, unknown>): Promise<Response>;
  close(): Promise<void>;
}

export async function startExampleStage(): Promise<ExampleStage> {
  await assertInstalled("curl");
  const folder = mkdtempSync(join(tmpdir(), "signet-examples-"));
  const idp = await listenAsIdp();
  const { storage, passwords } = idp.node.services;
  const { organizationId } = idp.world.instance;
  const owner = await addServiceUser(idp, "owner");
  const passwordHash = unjudged(await passwords.hash(PASSWORD, signetItself));
  const profile = { givenName: "Grace", familyName: "Hopper <script>" };
  await storage.transaction(async (tx) => {
    await addManager(tx, { userId: owner.id, role: "IAM_OWNER", place: { level: "iam" } }, by);
    await createHuman(
      tx,
      { organizationId, userName: "grace", email: "grace@mail.example", profile, passwordHash },
      by,
    );
  });
  writeFileSync(join(folder, "owner-key.json"), JSON.stringify(owner.file));

  const blocksUnder = (path: string, ...headings: string[]) =>
    runnableBlocks(readDocument(path))
      .filter(({ heading }) => headings.includes(heading))
      .map(({ code }) => code);
  const before = [
    ...blocksUnder("docs/quickstart-api.md", "Start with a key file", "Get a token"),
    ...blocksUnder("examples/README.md", "Before the first one"),
  ];

  return {
    idp,
    loginName: "grace@localhost",
    folder,
    async create(examples, ports = {}) {
      for (const example of examples) mkdirSync(join(folder, "examples", example), { recursive: true });
      const creating = examples.flatMap((example) => blocksUnder(`examples/${example}/README.md`, "Create in Signet"));
      const commands = [...before, ...creating].join("\n");
      const moved = Object.entries(ports).reduce(
        (text, [from, to]) => text.replaceAll(`localhost:${from}`, `localhost:${to}`),
        commands,
      );
      const script = `${moved}\nset -o posix; set > variables`;
      const env = { PATH: process.env.PATH, HOME: folder, SIGNET: idp.issuer };
      await run("bash", ["--norc", "-euo", "pipefail", "-c", script], { cwd: folder, env, timeout: 60_000 });
      const variables = readFileSync(join(folder, "variables"), "utf8");
      return Object.fromEntries(
        [...variables.matchAll(/^([A-Z_]+)=([\w-]+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
      );
    },
    async manage(method, path, body) {
      const token = await managementToken(idp, owner.id, owner.secret);
      return fetch(`${idp.issuer}/management/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    async close() {
      await idp.close();
      rmSync(folder, { recursive: true });
    },
  };
}
