/** Pages of lists: every item once, cursors that belong to one list, and limits that hold. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOrganization } from "../../src/identity/organizations.ts";
import { createProject, deleteProject } from "../../src/identity/projects.ts";
import { by } from "../support/world.ts";
import { assertProblem, onEachApi, raw, unchanged } from "./stage.ts";

interface Item {
  readonly id: string;
  readonly name: string;
}

onEachApi("pages", (stage) => {
  let lists = 0;
  const freshList = async (names: readonly string[]): Promise<{ path: string; organizationId: string }> => {
    const { storage } = stage.api.idp.node.services;
    const organizationId = await storage.transaction(async (tx) => {
      const { id } = await createOrganization(tx, { name: "Pages", domain: `pages${++lists}.example` }, by);
      for (const name of names) await createProject(tx, { organizationId: id, name }, by);
      return id;
    });
    return { path: `/organizations/${organizationId}/projects`, organizationId };
  };
  const page = async (path: string): Promise<{ items: Item[]; nextCursor?: string }> => {
    const { status, json, body } = await stage.owner.get(path);
    assert.equal(status, 200, body);
    return json;
  };
  const walk = async (path: string, between?: (step: number) => Promise<unknown>): Promise<Item[]> => {
    const seen: Item[] = [];
    let cursor: string | undefined;
    for (let step = 0; step === 0 || cursor !== undefined; step++) {
      assert.ok(step < 100, "the list has no end");
      const { items, nextCursor } = await page(`${path}${cursor === undefined ? "" : `&cursor=${cursor}`}`);
      seen.push(...items);
      cursor = nextCursor;
      await between?.(step);
    }
    return seen;
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Project ${String(n).padStart(3, "0")}`);

  test("a walk shows everything once, in order, forwards and backwards, in pages of any size", async () => {
    const names = numbered(23);
    const { path } = await freshList(names.toReversed());
    for (const limit of [1, 7, 22, 23, 24, 200]) {
      assert.deepEqual(
        (await walk(`${path}?sort=name&limit=${limit}`)).map(({ name }) => name),
        names,
      );
      assert.deepEqual(
        (await walk(`${path}?sort=-name&limit=${limit}`)).map(({ name }) => name),
        names.toReversed(),
      );
      assert.deepEqual(
        (await walk(`${path}?limit=${limit}`)).map(({ name }) => name),
        names.toReversed(),
      );
    }
    assert.equal((await page(`${path}?limit=23`)).nextCursor, undefined);
  });

  test("equal names do not lose anything between pages", async () => {
    const { path } = await freshList(Array.from({ length: 9 }, () => "Same"));
    for (const sort of ["name", "-name"])
      assert.equal(new Set((await walk(`${path}?sort=${sort}&limit=2`)).map(({ id }) => id)).size, 9);
  });

  test("without a limit a page has 50", async () => {
    const { path } = await freshList(numbered(51));
    const { items, nextCursor } = await page(path);
    assert.equal(items.length, 50);
    assert.equal((await page(`${path}?cursor=${nextCursor}`)).items.length, 1);
  });

  test("while things come and go, whatever stays is seen exactly once", async () => {
    const names = numbered(20);
    const { path, organizationId } = await freshList(names);
    const { storage } = stage.api.idp.node.services;
    const all = await page(`${path}?sort=name&limit=200`);
    const seen = await walk(`${path}?sort=name&limit=3`, (step) =>
      storage.transaction(async (tx) => {
        await createProject(tx, { organizationId, name: `Project 00${step} and a half` }, by);
        await createProject(tx, { organizationId, name: `A ${step}` }, by);
        const passed = all.items[step];
        if (step < 3 && passed) await deleteProject(tx, passed.id, by);
      }),
    );
    const ids = seen.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { id } of all.items.slice(3)) assert.ok(ids.includes(id));
  });

  test("filters hold on every page", async () => {
    const { path } = await freshList([...numbered(10), ...Array.from({ length: 10 }, (_, n) => `Other ${n}`)]);
    assert.equal((await walk(`${path}?q=other&limit=3`)).length, 10);
    assert.equal((await walk(`${path}?q=PROJECT&limit=4`)).length, 10);
    assert.equal((await walk(`${path}?state=inactive&limit=4`)).length, 0);
  });

  test("a limit that is none is refused by name", async () => {
    for (const limit of [
      "0",
      "-1",
      "201",
      "1e9",
      "1e1",
      "abc",
      "1.5",
      "",
      "true",
      "0x10",
      "%2010",
      "+5",
      "null",
      "NaN",
      "Infinity",
      "9".repeat(400),
    ]) {
      const answer = await stage.owner.get(`${stage.projects}?limit=${limit}`);
      assert.equal(answer.status, 400, `${limit}: ${answer.body.slice(0, 200)}`);
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "limit");
    }
    for (const limit of ["1", "200"])
      assert.equal((await stage.owner.get(`${stage.projects}?limit=${limit}`)).status, 200);
  });

  test("a parameter given twice is refused rather than chosen from", async () => {
    for (const twice of [
      "limit=1&limit=2",
      "sort=name&sort=name",
      "q=a&q=b",
      "state=active&state=inactive",
      "cursor=a&cursor=b",
    ]) {
      assertProblem(await stage.owner.get(`${stage.projects}?${twice}`), 400, "invalid_input");
    }
  });

  test("an order that is not offered is refused with those that are", async () => {
    for (const sort of ["id", "organization_id", "Name", "--name", "+name", "name,id", "", "createdAt desc"]) {
      const answer = await stage.owner.get(`${stage.projects}?sort=${encodeURIComponent(sort)}`);
      assertProblem(answer, 400, "invalid_input");
      assert.match(answer.json.detail, /createdAt, -createdAt, name, -name/);
    }
  });

  test("a cursor works at the list, filter and order it was given for, at every node, and nowhere else", async () => {
    const { path } = await freshList(numbered(6));
    const elsewhere = await freshList(numbered(6));
    const { nextCursor = "" } = await page(`${path}?sort=name&limit=2`);
    const use = (where: string) => stage.owner.get(`${where}&cursor=${nextCursor}`);
    assert.equal((await use(`${path}?sort=name&limit=5`)).json.items.length, 4);
    const second = await raw(stage.second, {
      method: "GET",
      url: `${path}?sort=name&cursor=${nextCursor}`,
      headers: { authorization: `Bearer ${stage.owner.token}` },
    });
    assert.equal(second.json.items.length, 4);
    for (const other of [
      `${elsewhere.path}?sort=name`,
      `${path}?sort=-name`,
      `${path}?limit=2`,
      `${path}?sort=name&q=Project`,
      `${path}?sort=name&state=active`,
    ]) {
      const answer = await unchanged(stage.api, () => use(other));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "cursor");
    }
  });

  test("a cursor that was edited, cut or made up does not open, and neither does another ticket of ours", async () => {
    const { path } = await freshList(numbered(4));
    const { nextCursor = "" } = await page(`${path}?limit=2`);
    const flip = (at: number) =>
      nextCursor.slice(0, at) + (nextCursor[at] === "A" ? "B" : "A") + nextCursor.slice(at + 1);
    const forged = [
      flip(6),
      flip(Math.floor(nextCursor.length / 2)),
      flip(nextCursor.length - 2),
      nextCursor.slice(0, -4),
      `${nextCursor}AAAA`,
      nextCursor.toUpperCase(),
      "sgq_",
      "",
      "null",
      Buffer.from(JSON.stringify({ l: "x", p: { value: "", id: "" } })).toString("base64url"),
      stage.owner.token,
      "a".repeat(4096),
      "a".repeat(8000),
    ];
    for (const cursor of forged) {
      const answer = await stage.owner.get(`${path}?limit=2&cursor=${encodeURIComponent(cursor)}`);
      assert.equal(answer.status, 400, cursor.slice(0, 40));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "cursor");
    }
  });

  test("a list of what does not exist is not an empty list", async () => {
    const missing = "01890000-0000-7000-8000-000000000000";
    for (const manager of [stage.owner, stage.acmeOwner]) {
      assertProblem(await manager.get(`/organizations/${missing}/projects`), 404, "unknown_resource");
    }
  });
});
