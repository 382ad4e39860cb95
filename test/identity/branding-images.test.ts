import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { readBrand } from "../../src/identity/branding/brand.ts";
import { encodeImage } from "../../src/identity/branding/encode-image.ts";
import { findImage, listImages, removeImage, setImage } from "../../src/identity/branding/images.ts";
import { createOrganization, deleteOrganization } from "../../src/identity/organizations.ts";
import { dump } from "../support/dump.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { refusal } from "../support/identity.ts";
import { pngOf } from "../support/pictures.ts";
import { by } from "../support/world.ts";

const encoded = async (width: number) => encodeImage("logo", (await pngOf(width, 10)).toString("base64"));

onEachEngine("pictures of a branding", (stage) => {
  const db = () => stage.world.storage.db;
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const set = async (kind: "logo" | "dark_logo" | "icon", width: number, organizationId?: string) => {
    const image = await encoded(width);
    return run((tx) => setImage(tx, { kind, organizationId }, image, by));
  };
  const remove = (kind: "logo" | "dark_logo" | "icon", organizationId?: string) =>
    run((tx) => removeImage(tx, { kind, organizationId }, by));
  const images = async (organizationId?: string) => (await readBrand(db(), organizationId)).images;
  const events = async () => {
    const rows = await db()
      .selectFrom("events")
      .select(["type", "resource_kind", "resource_id", "organization_id", "detail"])
      .where("type", "like", "branding_image.%")
      .orderBy("id")
      .execute();
    return rows.map(({ detail, ...row }) => ({ ...row, ...JSON.parse(detail) }));
  };

  let organizations = 0;
  const newOrganization = async () => {
    const domain = `pictures${++organizations}.example`;
    return (await run((tx) => createOrganization(tx, { name: "Pictures", domain }, by))).id;
  };
  let organizationId: string;
  beforeEach(async () => {
    organizationId = await newOrganization();
    for (const kind of ["logo", "dark_logo", "icon"] as const) await remove(kind);
  });

  test("a picture is set, found by its id, replaced and removed, each with one event", async () => {
    const before = (await events()).length;
    const first = await set("logo", 11, organizationId);
    const bytes = await findImage(db(), first.id);
    assert.equal(bytes?.toString("base64"), (await encoded(11)).base64);
    const second = await set("logo", 12, organizationId);
    assert.notEqual(second.id, first.id);
    assert.ok(second.changedAt >= first.changedAt);
    assert.deepEqual(await listImages(db(), organizationId), [second]);
    assert.equal(await findImage(db(), first.id), undefined);
    await remove("logo", organizationId);
    assert.deepEqual(await listImages(db(), organizationId), []);
    assert.equal(await findImage(db(), second.id), undefined);
    const about = { resource_kind: "policy", resource_id: "branding", organization_id: organizationId, kind: "logo" };
    assert.deepEqual((await events()).slice(before), [
      { type: "branding_image.set", ...about, id: first.id },
      { type: "branding_image.set", ...about, id: second.id },
      { type: "branding_image.removed", ...about, id: second.id },
    ]);
  });

  test("removing what is not there changes nothing and leaves no event", async () => {
    await set("icon", 13, organizationId);
    const before = await dump(stage.world.storage);
    await remove("logo", organizationId);
    await remove("icon");
    assert.deepEqual(await dump(stage.world.storage), before);
  });

  test("pictures are listed in one order, those of one place only", async () => {
    const other = await newOrganization();
    for (const kind of ["icon", "logo", "dark_logo"] as const) await set(kind, 14, organizationId);
    await set("logo", 15);
    await set("icon", 16, other);
    assert.deepEqual(
      (await listImages(db(), organizationId)).map(({ kind }) => kind),
      ["logo", "dark_logo", "icon"],
    );
    assert.deepEqual(
      (await listImages(db())).map(({ kind }) => kind),
      ["logo"],
    );
    assert.equal((await listImages(db(), other)).length, 1);
  });

  test("the pictures of an organization replace the instance's as a whole", async () => {
    assert.deepEqual(await images(organizationId), {});
    const [logo, icon] = [await set("logo", 17), await set("icon", 18)];
    assert.deepEqual(await images(), { logo: logo.id, icon: icon.id });
    assert.deepEqual(await images(organizationId), { logo: logo.id, icon: icon.id });
    const own = await set("dark_logo", 19, organizationId);
    assert.deepEqual(await images(organizationId), { dark_logo: own.id });
    assert.deepEqual(await images(await newOrganization()), { logo: logo.id, icon: icon.id });
    await remove("dark_logo", organizationId);
    assert.deepEqual(await images(organizationId), { logo: logo.id, icon: icon.id });
  });

  test("two places may show the same picture; it is there until the last has removed it", async () => {
    const other = await newOrganization();
    const { id } = await set("logo", 20, organizationId);
    assert.equal((await set("icon", 20, other)).id, id);
    await remove("logo", organizationId);
    assert.ok(await findImage(db(), id));
    await remove("icon", other);
    assert.equal(await findImage(db(), id), undefined);
  });

  test("they go with the organization, and nobody else's do", async () => {
    const other = await newOrganization();
    const [mine, theirs, instances] = [
      await set("logo", 21, organizationId),
      await set("logo", 22, other),
      await set("logo", 23),
    ];
    await run((tx) => deleteOrganization(tx, organizationId, by));
    assert.equal(await findImage(db(), mine.id), undefined);
    assert.deepEqual(await listImages(db(), organizationId), []);
    assert.ok(await findImage(db(), theirs.id));
    assert.ok(await findImage(db(), instances.id));
  });

  test("an organization that does not exist has no picture, and gets none", async () => {
    const before = await dump(stage.world.storage);
    for (const nobody of ["nobody", ""])
      await assert.rejects(set("logo", 24, nobody), refusal("unknown_resource", { message: /organization/ }));
    assert.deepEqual(await dump(stage.world.storage), before);
    await assert.rejects(listImages(db(), ""), refusal("unknown_resource"));
  });

  test("when two set the same picture at once, one of them is there, whole, and both are in the log", async () => {
    const before = (await events()).length;
    const set2 = await Promise.all([25, 26, 27, 28].map((width) => set("logo", width, organizationId)));
    const listed = await listImages(db(), organizationId);
    assert.equal(listed.length, 1);
    const one = set2.find(({ id }) => id === listed[0]?.id);
    assert.ok(one);
    assert.ok(await findImage(db(), one.id));
    assert.equal((await events()).length, before + 4);
  });
});
