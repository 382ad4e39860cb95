import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findApplication } from "../../src/identity/applications/applications.ts";
import { bootstrap } from "../../src/identity/bootstrap.ts";
import { makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { readInstance } from "../../src/identity/instance.ts";
import { listManagers } from "../../src/identity/managers.ts";
import { recoverOwner } from "../../src/identity/recover.ts";
import { findByLoginName } from "../../src/identity/users/login-names.ts";
import { readPassword } from "../../src/identity/users/passwords.ts";
import { readUser } from "../../src/identity/users/users.ts";
import { code } from "../support/each-engine.ts";
import { engines } from "../support/engines.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

const first = {
  login: "admin@corp.example",
  passwordHash: unjudged("hash"),
  passwordChangeRequired: false,
  console: { redirectUris: ["https://id.corp.example/console/callback"], postLogoutRedirectUris: [] },
  handOut: async () => {},
};

for (const engine of engines) {
  describe(`the first start, on ${engine.name}`, () => {
    test("ten nodes at once make one instance, whole", async () => {
      const database = await engine.fresh();
      const nodes = await Promise.all(Array.from({ length: 10 }, () => database.open({ connections: 2 })));
      const results = await Promise.all(nodes.map((node) => bootstrap(node, first)));
      assert.equal(results.filter((result) => result !== undefined).length, 1);
      const [node] = nodes;
      assert.ok(node);
      const instance = await readInstance(node.db);
      const console = await findApplication(node.db, instance.consoleApplicationId);
      assert.deepEqual([console?.type, console?.authMethod, console?.managementAccess], ["user_agent", "pkce", true]);
      assert.equal(console?.projectId, instance.projectId);
      const owner = await findByLoginName(node.db, "admin@corp.example");
      const { items: managers } = await listManagers(node.db, { level: "iam" }, { sort: "createdAt", limit: 10 });
      assert.deepEqual(
        managers.map(({ userId, role }) => ({ userId, role })),
        [{ userId: owner?.userId, role: "IAM_OWNER" }],
      );
      await database.drop();
    });

    test("a service user with IAM_OWNER comes with its key file, handed out before anything is final", async () => {
      const database = await engine.fresh();
      const node = await database.open();
      const serviceKey = await makeCredential();
      const failing = { ...first, serviceKey, handOut: async () => Promise.reject(new Error("disk full")) };
      await assert.rejects(bootstrap(node, failing), /disk full/);
      await assert.rejects(readInstance(node.db), /not been set up/);
      let handedOut: Record<string, string> | undefined;
      await bootstrap(node, {
        ...first,
        serviceKey,
        async handOut({ keyFile }) {
          handedOut = keyFile;
        },
      });
      const { items: managers } = await listManagers(node.db, { level: "iam" }, { sort: "createdAt", limit: 10 });
      assert.ok(managers.some(({ userId }) => userId === handedOut?.userId));
      assert.equal((await readUser(node.db, handedOut?.userId ?? "")).kind, "service");
      await database.drop();
    });

    test("a locked-out owner is let back in; a stranger's domain is refused; a new name makes a new owner", async () => {
      const database = await engine.fresh();
      const node = await database.open();
      await bootstrap(node, first);
      const userId = (await findByLoginName(node.db, first.login))?.userId ?? "";
      await node.db.updateTable("users").set({ state: "locked" }).where("id", "=", userId).execute();
      await node.db.deleteFrom("managers").execute();
      assert.deepEqual(await recoverOwner(node, { login: first.login, passwordHash: unjudged("new") }, by), {
        login: first.login,
        created: false,
      });
      assert.deepEqual(
        [(await readUser(node.db, userId)).state, (await readPassword(node.db, userId))?.hash],
        ["active", "new"],
      );
      assert.equal((await listManagers(node.db, { level: "iam" }, { sort: "createdAt", limit: 10 })).items.length, 1);

      await assert.rejects(
        recoverOwner(node, { login: "x@elsewhere.example", passwordHash: unjudged("n") }, by),
        code("unknown_resource", /corp\.example/),
      );
      assert.deepEqual(await recoverOwner(node, { login: "second@corp.example", passwordHash: unjudged("n") }, by), {
        login: "second@corp.example",
        created: true,
      });
      assert.equal((await listManagers(node.db, { level: "iam" }, { sort: "createdAt", limit: 10 })).items.length, 2);
      await database.drop();
    });
  });
}
