/** ETag and If-Match: a change can be made to exactly what was read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("versions", (stage) => {
  const create = async (): Promise<string> =>
    `/projects/${(await stage.owner.post(stage.projects, { name: "Versioned" })).json.id}`;
  const patch = (path: string, ifMatch: string) =>
    stage.owner.patch(path, { name: "Changed" }, { "if-match": ifMatch });

  test("a change of the version that was read goes through, also when a proxy has made its ETag weak", async () => {
    const path = await create();
    const { headers } = await stage.owner.get(path);
    assert.equal((await patch(path, headers.etag ?? "")).json.version, 2);
    assert.equal((await patch(path, 'W/"2"')).json.version, 3);
    assert.equal((await patch(path, ' "3" ')).json.version, 4);
    assert.equal((await patch(path, "*")).json.version, 5);
    assert.equal((await stage.owner.patch(path, { name: "Changed" })).json.version, 6);
  });

  test("a change of any other version is refused and changes nothing", async () => {
    const path = await create();
    await patch(path, '"1"');
    for (const stale of ['"1"', 'W/"1"', '"3"', '"0"', '"999999999999999"', '"00"']) {
      assertProblem(await unchanged(stage.api, () => patch(path, stale)), 412, "changed_meanwhile");
    }
  });

  test("what is no ETag of ours is refused rather than ignored", async () => {
    const path = await create();
    for (const garbage of [
      "1",
      '"',
      '""',
      '"one"',
      '"1',
      '"1", "2"',
      "**",
      '"1.0"',
      '"-1"',
      '"9999999999999999999999"',
      "null",
      'w/"1"',
    ]) {
      const answer = await unchanged(stage.api, () => patch(path, garbage));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "If-Match");
    }
  });

  test("a call that cannot heed If-Match says so", async () => {
    const path = await create();
    const calls = [
      () => stage.owner.post(stage.projects, { name: "New" }, { "if-match": '"1"' }),
      () => stage.owner.post(`${path}/deactivate`, undefined, { "if-match": '"1"' }),
    ];
    for (const call of calls) assertProblem(await unchanged(stage.api, call), 400, "invalid_input");
  });

  test("of 20 changes of one version at once, one is made", async () => {
    const path = await create();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => stage.owner.patch(path, { name: `Name ${n}` }, { "if-match": '"1"' })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status, json }) => status === 412 && json.code === "changed_meanwhile").length, 19);
    const { json } = await stage.owner.get(path);
    assert.equal(json.version, 2);
    assert.equal(json.name, answers.find(({ status }) => status === 200)?.json.name);
  });
});
