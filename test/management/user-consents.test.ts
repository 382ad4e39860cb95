import assert from "node:assert/strict";
import { test } from "node:test";
import { agreed } from "../support/consent.ts";
import { signIn } from "../support/world.ts";
import { atAcme, eventsOf, type Made, makePerson } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("consents over the API", (stage) => {
  const idp = () => stage.api.idp;

  /** They agreed, and are signed in at the application. */
  async function agree({ id: userId }: Made): Promise<{ applicationId: string; appSessionId: string }> {
    const applicationId = idp().web.application.id;
    await idp().node.services.storage.transaction((tx) => agreed(tx, userId, applicationId, ["openid", "email"]));
    return { applicationId, ...(await signIn(idp().world, { userId, applicationId })) };
  }

  test("managers see what a person agreed to, for which application of whom", async () => {
    const person = await makePerson(stage);
    assert.deepEqual((await stage.acmeOwner.get(`${person.path}/consents`)).json, { consents: [] });
    const { applicationId } = await agree(person);
    const [consent, ...others] = (await stage.acmeOwner.get(`${person.path}/consents`)).json.consents;
    assert.deepEqual(others, []);
    const { createdAt, changedAt, ...rest } = consent;
    assert.ok(Date.parse(createdAt) <= Date.parse(changedAt));
    const { id, name, domain } = idp().world.acme;
    assert.deepEqual(rest, {
      applicationId,
      applicationName: "App",
      organization: { id, name, domain },
      scopes: ["openid", "email"],
    });
  });

  test("taking it back ends the sessions there, once, with an event; that of somebody else stays", async () => {
    const [person, other] = [await makePerson(stage), await makePerson(stage)];
    const [{ applicationId, appSessionId }, others] = [await agree(person), await agree(other)];
    const path = `${person.path}/consents/${applicationId}`;
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(path))).status, 204);
    const { db } = idp().node.services.storage;
    const ended = await db
      .selectFrom("app_sessions")
      .select(["id", "ended_by"])
      .where("id", "in", [appSessionId, others.appSessionId])
      .orderBy("id")
      .execute();
    assert.deepEqual(
      ended.map(({ id, ended_by }) => [id, ended_by]),
      [
        [appSessionId, "consent_taken_back"],
        [others.appSessionId, null],
      ],
    );
    assert.deepEqual((await stage.acmeOwner.get(`${person.path}/consents`)).json, { consents: [] });
    assert.equal((await stage.acmeOwner.get(`${other.path}/consents`)).json.consents.length, 1);
    const event = (await eventsOf(stage, person.id)).at(-1);
    assert.deepEqual([event?.type, event?.actor], ["consent.taken_back", stage.acmeOwner.userId]);
  });

  test("who is elsewhere, also where the application is, sees and takes back nothing; who may only see, only sees", async () => {
    const [person, viewer] = [await makePerson(stage), await atAcme(stage, "ORG_OWNER_VIEWER")];
    const { applicationId } = await agree(person);
    const path = `${person.path}/consents/${applicationId}`;
    assertProblem(await stage.otherOwner.get(`${person.path}/consents`), 404, "unknown_resource");
    assertProblem(await unchanged(stage.api, () => stage.otherOwner.delete(path)), 404, "unknown_resource");
    assert.equal((await viewer.get(`${person.path}/consents`)).json.consents.length, 1);
    assertProblem(await unchanged(stage.api, () => viewer.delete(path)), 403, "permission_missing");
  });
});
