/** An owner of an organization chooses its domain: what is theirs to choose, and what a hostile one gets by trying. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createHuman } from "../../src/identity/users/humans.ts";
import type { Manager } from "../support/api.ts";
import { by } from "../support/world.ts";
import { eventsAbout } from "./granted.ts";
import { assertProblem, onEachApi } from "./stage.ts";

const at = (organizationId: string) => ({ level: "organization", organizationId }) as const;
let made = 0;
const newDomain = () => `choice${++made}.example`;

onEachApi("the domain that an organization chooses for itself", (stage) => {
  const storage = () => stage.api.idp.node.services.storage;
  const organization = async (): Promise<{ id: string; path: string; domain: string; owner: Manager }> => {
    const { json } = await stage.owner.post("/organizations", { name: "Chooser", domain: newDomain() });
    const owner = await stage.api.manager([{ role: "ORG_OWNER", place: at(json.id) }]);
    return { id: json.id, path: `/organizations/${json.id}`, domain: json.domain, owner };
  };
  const person = async (organizationId: string, email: string): Promise<void> => {
    const input = { organizationId, userName: `person-${++made}`, email };
    await storage().transaction((tx) => createHuman(tx, input, by));
  };
  const rowOf = (id: string) =>
    storage()
      .db.selectFrom("organizations")
      .select(["domain", "version", "domain_proved_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  test("is a free one, also one in which its own people have addresses; it is not proved", async () => {
    const { id, path, owner } = await organization();
    const wanted = newDomain();
    await person(id, `ada@${wanted}`);
    await storage().db.updateTable("organizations").set({ domain_proved_at: 1 }).where("id", "=", id).execute();
    const same = await owner.patch(path, { domain: (await rowOf(id)).domain });
    assert.deepEqual([same.status, (await rowOf(id)).domain_proved_at], [200, 1]);
    const moved = await owner.patch(path, { domain: wanted.toUpperCase() });
    assert.deepEqual([moved.status, moved.json.domain], [200, wanted], moved.body);
    assert.equal((await rowOf(id)).domain_proved_at, null);
    assert.deepEqual((await eventsAbout(stage.api, id)).slice(1), ["organization.changed", "organization.changed"]);
  });

  test("is no public one, and not where names are anybody's", async () => {
    const { id, path, owner } = await organization();
    const before = await rowOf(id);
    const mail = ["gmail.com", "mail.gmail.com", "gmx.ch"];
    const suffixes = ["co.uk", "github.io", "com"];
    for (const domain of [...mail, ...suffixes, "localhost", "127.0.0.1"]) {
      const refused = await owner.patch(path, { domain });
      assertProblem(refused, 400, "invalid_input");
      assert.equal(refused.json.errors[0].field, "domain", domain);
      await storage().db.deleteFrom("proof_attempts").execute();
    }
    assert.deepEqual(await rowOf(id), before);
  });

  test("takes nobody's login name or address, and does not tell whether an organization or a person has it", async () => {
    const attacker = await organization();
    const victim = await organization();
    const [theirs, vouched, unverified] = [victim.domain, newDomain(), newDomain()];
    await person(victim.id, `ceo@${vouched}`);
    await person(stage.api.idp.world.acme.id, `Somebody@${unverified.toUpperCase()}`);
    const before = await rowOf(attacker.id);
    const answers = [];
    for (const domain of [theirs, vouched, unverified])
      answers.push(await attacker.owner.patch(attacker.path, { domain }));
    for (const answer of answers) {
      assertProblem(answer, 409, "already_exists");
      assert.equal(answer.json.errors[0].field, "domain");
    }
    const told = answers.map(({ status, json: { requestId: _, ...json } }) => ({ status, json }));
    assert.deepEqual(told, [told[0], told[0], told[0]]);
    assert.deepEqual(await rowOf(attacker.id), before);
    // Neither below nor beside it does anybody have an address.
    const near = `sub.${vouched}`;
    assert.equal((await attacker.owner.patch(attacker.path, { domain: near })).json.domain, near);
  });

  test("is not one that another organization had before, whose people are still known by it; who had it may return", async () => {
    const [attacker, victim, gone] = [await organization(), await organization(), await organization()];
    const short = newDomain();
    for (const domain of [short, newDomain()])
      assert.equal((await victim.owner.patch(victim.path, { domain })).status, 200);
    assert.equal((await stage.owner.delete(gone.path)).status, 204);
    const made = storage()
      .db.updateTable("events")
      .set((eb) => ({ at: eb("at", "-", 86_400_000) }));
    await made.where("type", "=", "organization.created").where("resource_id", "=", victim.id).execute();
    const before = await rowOf(attacker.id);
    const refused = [];
    for (const { domain } of [victim, gone, await organization()])
      refused.push(await attacker.owner.patch(attacker.path, { domain }));
    for (const answer of refused) assertProblem(answer, 409, "already_exists");
    const told = refused.map(({ json: { requestId: _, ...json } }) => json);
    assert.deepEqual(told, [told[2], told[2], told[2]], "as if it still had it");
    assert.deepEqual(await rowOf(attacker.id), before);
    assert.equal((await victim.owner.patch(victim.path, { domain: victim.domain })).json.domain, victim.domain);
    assert.equal(
      (await stage.owner.patch(attacker.path, { domain: gone.domain })).json.domain,
      gone.domain,
      "who manages the instance may",
    );
  });

  test("is not asked about without being chosen: with a version that is gone, every domain gets the same answer", async () => {
    const attacker = await organization();
    const victim = await organization();
    const seen = [];
    for (const domain of [victim.domain, newDomain()]) {
      const { status, json } = await attacker.owner.patch(attacker.path, { domain }, { "if-match": '"77"' });
      seen.push([status, json.code, json.detail]);
    }
    assert.deepEqual(seen[0], seen[1]);
    assert.equal(seen[0]?.[1], "changed_meanwhile");
  });

  test("is tried a few times only, by all of its owners together, on every node; whoever manages the instance is not counted", async () => {
    const { id, path, owner, domain } = await organization();
    const second = await stage.api.manager([{ role: "ORG_OWNER", place: at(id) }]);
    const taken = (await organization()).domain;
    const statuses: number[] = [];
    for (let index = 0; index < 10; index++)
      statuses.push((await [owner, second][index % 2]?.patch(path, { domain: taken }))?.status ?? 0);
    assert.deepEqual(new Set(statuses), new Set([409]));
    const slowed = await Promise.all([
      owner.patch(path, { domain: newDomain() }),
      second.patch(path, { domain: taken }),
    ]);
    for (const answer of slowed) {
      assertProblem(answer, 429, "rate_limited");
      assert.match(answer.headers["retry-after"] ?? "", /^\d+$/);
    }
    assert.equal((await rowOf(id)).domain, domain);
    assert.equal((await owner.patch(path, { name: "Names are something else" })).status, 200);
    const set = newDomain();
    assert.equal((await stage.owner.patch(path, { domain: set })).json.domain, set);
  });

  test("goes to one of two that choose it at the same moment", async () => {
    const [one, other] = [await organization(), await organization()];
    const domain = newDomain();
    const answers = await Promise.all([one, other].map(({ owner, path }) => owner.patch(path, { domain })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const rows = await storage().db.selectFrom("organizations").select("id").where("domain", "=", domain).execute();
    assert.equal(rows.length, 1);
  });
});
