/** The endpoints that programs call, with clients of several kinds, for the rows about them. */
import assert from "node:assert/strict";
import { createProject } from "../../src/identity/projects.ts";
import {
  type Client,
  getTokens,
  INTROSPECT,
  makeClient,
  makeServiceUser,
  post,
  type Tokens,
} from "../support/clients.ts";
import type { TestDatabase } from "../support/engines.ts";
import { type Machine, startMachine } from "../support/machine.ts";
import { sqlite } from "../support/node.ts";
import { by, makeWorld, type World } from "../support/world.ts";

export interface MachineStage {
  readonly database: TestDatabase;
  readonly node: Machine;
  readonly world: World;
  readonly web: Client;
  readonly spa: Client;
  /** Introspects for the project that `web` belongs to. */
  readonly api: Client;
  /** Belongs to another project of another organization. */
  readonly foreignApi: Client;
  readonly foreignWeb: Client;
  /** Authenticates with a key. */
  readonly signer: Client;
  readonly robot: Awaited<ReturnType<typeof makeServiceUser>>;
  close(): Promise<void>;
}

export async function openMachineStage(): Promise<MachineStage> {
  const database = await sqlite.fresh();
  const node = await startMachine(database);
  const { storage } = node;
  const world = await makeWorld(storage);
  const elsewhere = await storage.transaction((tx) =>
    createProject(tx, { organizationId: world.other.id, name: "Elsewhere" }, by),
  );
  const here = { projectId: world.project.id, organizationId: world.acme.id };
  const there = { projectId: elsewhere.id, organizationId: world.other.id };
  return {
    database,
    node,
    world,
    web: await makeClient(storage, { ...here, method: "basic" }),
    spa: await makeClient(storage, { ...here, method: "pkce" }),
    api: await makeClient(storage, { ...here, method: "basic", type: "api" }),
    foreignApi: await makeClient(storage, { ...there, method: "basic", type: "api" }),
    foreignWeb: await makeClient(storage, { ...there, method: "basic" }),
    signer: await makeClient(storage, { ...here, method: "private_key_jwt" }),
    robot: await makeServiceUser(storage, world.acme.id),
    async close() {
      await node.stop();
      await database.drop();
    },
  };
}

/** Ada's, at `web` unless another client is named. */
export function tokensOf(
  { node, web, world }: MachineStage,
  client: Client = web,
  scopes?: readonly string[],
): Promise<Tokens> {
  return getTokens(node, client, { userId: world.ada.id, ...(scopes === undefined ? {} : { scopes }) });
}

/** The whole answer of introspection, as it was sent. */
export async function toldTo({ node }: MachineStage, as: Client, token: string): Promise<string> {
  const answer = await post(node, INTROSPECT, { token }, { as });
  assert.equal(answer.statusCode, 200);
  return answer.body;
}

export const INACTIVE = '{"active":false}';
