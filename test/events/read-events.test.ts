import assert from "node:assert/strict";
import { test } from "node:test";
import { v7 as newId } from "uuid";
import { record } from "../../src/events/audit-log.ts";
import { type EventType, eventTypes, type ResourceKind, resourceKinds } from "../../src/events/event-types.ts";
import {
  type AuditEvent,
  type EventFilter,
  exportEvents,
  findDeleted,
  listEvents,
} from "../../src/events/read-events.ts";
import { createApplication, deleteApplication } from "../../src/identity/applications/applications.ts";
import type { ListRequest } from "../../src/identity/listing.ts";
import { addManager, removeManagerById } from "../../src/identity/managers.ts";
import { createOrganization, deleteOrganization } from "../../src/identity/organizations.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { createProject } from "../../src/identity/projects.ts";
import { assignRoles } from "../../src/identity/role-assignments.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { walk } from "../identity/walk.ts";
import { countStatements } from "../support/count-statements.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { grantAccepted } from "../support/grants.ts";
import { insertUser, refusal } from "../support/identity.ts";
import { by, settings } from "../support/world.ts";

test("every type of event is listed once, under the thing that it is about", () => {
  assert.equal(new Set(eventTypes).size, eventTypes.length);
  for (const type of eventTypes) assert.match(type, /^[a-z_]+\.[a-z_]+$/);
  for (const type of [
    "user.locked",
    "project.created",
    "instance.changed",
    "user_factor.removed",
  ] satisfies EventType[]) {
    assert.ok(eventTypes.includes(type));
  }
  for (const never of ["project.locked", "organization.verified"])
    assert.ok(!eventTypes.some((type) => type === never));
  assert.equal(new Set(resourceKinds).size, resourceKinds.length);
});

onEachEngine("reading the audit log", (stage) => {
  const db = () => stage.world.storage.db;
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const list = (filter: EventFilter = {}, more: Partial<ListRequest<"at">> = {}) =>
    listEvents(db(), filter, { sort: "-at", limit: 100, ...more });
  const typesOf = (events: readonly AuditEvent[]) => events.map(({ type }) => type);

  interface Row {
    readonly at: number;
    readonly type?: EventType;
    readonly organization?: string;
    readonly actor?: string;
    readonly resource?: readonly [ResourceKind, string];
  }
  /** Written as they are, at a time of their own. Returns their ids. */
  async function write(rows: readonly Row[]): Promise<string[]> {
    const values = rows.map(({ at, type = "key.created", organization, actor, resource = ["key", "k"] }) => ({
      id: newId(),
      at,
      type,
      actor_kind: actor === undefined ? "system" : "user",
      actor_id: actor ?? null,
      organization_id: organization ?? null,
      resource_kind: resource[0],
      resource_id: resource[1],
      detail: "{}",
    }));
    for (let from = 0; from < values.length; from += 500) {
      await db()
        .insertInto("events")
        .values(values.slice(from, from + 500))
        .execute();
    }
    return values.map(({ id }) => id);
  }

  test("an event is read as it was recorded", async () => {
    const organizationId = newId();
    await run((tx) =>
      record(tx, {
        type: "key.rotated",
        actor: { kind: "user", id: "anna" },
        resource: { kind: "key", id: "k1" },
        organizationId,
        detail: { algorithm: "ES256" },
        requestId: "r1",
      }),
    );
    await run((tx) =>
      record(tx, {
        type: "instance.changed",
        actor: { kind: "system" },
        resource: { kind: "instance" },
        organizationId,
      }),
    );
    const { items, next } = await list({ organizationId });
    assert.equal(next, undefined);
    assert.deepEqual(
      items.map(({ id, at, ...rest }) => rest),
      [
        {
          type: "instance.changed",
          actor: { kind: "system", id: null },
          organizationId,
          resource: { kind: "instance", id: null },
          detail: {},
          requestId: null,
        },
        {
          type: "key.rotated",
          actor: { kind: "user", id: "anna" },
          organizationId,
          resource: { kind: "key", id: "k1" },
          detail: { algorithm: "ES256" },
          requestId: "r1",
        },
      ],
    );
    assert.ok(items.every(({ at, id }) => at > 0 && id !== ""));
  });

  for (const sort of ["-at", "at"] as const) {
    test(`${sort}: pages show each event once, also those of the same moment, while more are written`, async () => {
      const organization = newId();
      const ids = await write([1, 2, 2, 2, 3, 4, 4, 5].map((at) => ({ at: at * 1000, organization })));
      const order = sort === "at" ? ids : ids.toReversed();
      for (const limit of [1, 2, 3, 7, 8, 9]) {
        const seen = await walk((after) => list({ organizationId: organization }, { sort, limit, after }));
        assert.deepEqual(
          seen.map(({ id }) => id),
          order,
          `limit ${limit}`,
        );
      }
      const seen = await walk(
        (after) => list({ organizationId: organization }, { sort, limit: 2, after }),
        async ({ number }) => number < 4 && write([{ at: 9000, organization }]),
      );
      assert.deepEqual(
        seen.map(({ id }) => id).filter((id) => ids.includes(id)),
        order,
      );
    });
  }

  test("each filter lets through what it names, alone and together with others", async () => {
    const [organization, other, anna] = [newId(), newId(), newId()];
    const [user, project] = [newId(), newId()];
    const [a = "", b = "", c = "", d = "", e = ""] = await write([
      { at: 100, type: "user.created", organization, actor: anna, resource: ["user", user] },
      { at: 200, type: "user_email.changed", organization, actor: anna, resource: ["user", user] },
      { at: 300, type: "user.locked", organization, resource: ["user", user] },
      { at: 400, type: "project.created", organization, actor: anna, resource: ["project", project] },
      { at: 500, type: "user.created", organization: other, actor: anna, resource: ["user", newId()] },
    ]);
    const cases: [EventFilter, string[]][] = [
      [{ organizationId: organization }, [a, b, c, d]],
      [{ organizationId: organization, type: "user" }, [a, c]],
      [{ organizationId: organization, type: "user.locked" }, [c]],
      [{ organizationId: organization, type: "us" }, []],
      [{ organizationId: organization, type: "user." }, []],
      [{ organizationId: organization, type: "%" }, []],
      [{ actorId: anna }, [a, b, d, e]],
      [{ actorId: anna, organizationId: other }, [e]],
      [{ actorId: anna, type: "user.created" }, [a, e]],
      [{ actorId: anna, resourceKind: "project" }, [d]],
      [{ resourceKind: "user", resourceId: user }, [a, b, c]],
      [{ resourceId: user }, [a, b, c]],
      [{ resourceId: user, actorId: anna }, [a, b]],
      [{ resourceId: user, organizationId: other }, []],
      [{ resourceKind: "project", resourceId: user }, []],
      [{ resourceKind: "user", organizationId: organization }, [a, b, c]],
      [{ organizationId: organization, from: 200 }, [b, c, d]],
      [{ organizationId: organization, to: 200 }, [a]],
      [{ organizationId: organization, from: 200, to: 400 }, [b, c]],
      [{ organizationId: organization, from: 400, to: 200 }, []],
      [{ resourceId: user, from: 101, to: 300 }, [b]],
      [{ organizationId: newId() }, []],
      [{ resourceId: newId() }, []],
      [{ actorId: newId() }, []],
    ];
    for (const [filter, expected] of cases) {
      const found = async (sort: "at" | "-at", limit = 100) =>
        (await walk((after) => list(filter, { sort, limit, after }))).map(({ id }) => id);
      assert.deepEqual(await found("at"), expected, JSON.stringify(filter));
      assert.deepEqual(await found("-at", 1), expected.toReversed(), JSON.stringify(filter));
    }
  });

  test("a position that is none is refused", async () => {
    for (const value of ["now", "1.5", "9e99"]) {
      await assert.rejects(list({}, { after: { value, id: "x" } }), refusal("invalid_input", { field: "after" }));
    }
  });

  test("a filter that hardly anything passes looks at so many events, stops, and goes on from there", async () => {
    const organization = newId();
    const [rare = ""] = await write([{ at: 1, type: "policy.reset", organization }]);
    await write(Array.from({ length: 4_100 }, (_, i) => ({ at: 10 + i, organization })));
    const filter = { organizationId: organization, type: "policy.reset" };
    const counted = countStatements(stage.world.storage);
    const request = { sort: "-at", limit: 10 } as const;
    assert.equal((await counted.during(() => listEvents(counted.storage.db, filter, request))).length, 2);
    const first = await list(filter, { limit: 10 });
    assert.deepEqual(first.items, []);
    assert.notEqual(first.next, undefined);
    const seen = await walk((after) => list(filter, { limit: 10, after }));
    assert.deepEqual(
      seen.map(({ id }) => id),
      [rare],
    );
    const exported: AuditEvent[] = [];
    for await (const batch of exportEvents(db(), filter)) exported.push(...batch);
    assert.deepEqual(
      exported.map(({ id }) => id),
      [rare],
    );
  });

  test("an export has every event once, oldest first, in batches, also of those written meanwhile", async () => {
    const organization = newId();
    const ids = await write(Array.from({ length: 1_234 }, (_, i) => ({ at: 10 + Math.floor(i / 3), organization })));
    const batches: string[][] = [];
    for await (const batch of exportEvents(db(), { organizationId: organization })) {
      batches.push(batch.map(({ id }) => id));
      if (batches.length === 1) ids.push(...(await write([{ at: 5_000, organization }])));
    }
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [500, 500, 235],
    );
    assert.deepEqual(batches.flat(), ids);
    for await (const batch of exportEvents(db(), { organizationId: newId() }))
      assert.deepEqual(batch, [], "there is nothing to export");
  });

  async function projectWithEverything() {
    const { acme, other, bob } = stage.world;
    return run(async (tx) => {
      const project = await createProject(tx, { organizationId: acme.id, name: "Watched" }, by);
      await addProjectRole(tx, project.id, { key: "reader" }, by);
      const { application } = await createApplication(tx, { projectId: project.id, settings: settings("web") }, by);
      const grant = await grantAccepted(
        tx,
        { projectId: project.id, organizationId: other.id, roleKeys: ["reader"] },
        by,
      );
      const assignment = await assignRoles(tx, { userId: bob.id, projectId: project.id, roleKeys: ["reader"] }, by);
      return { project, application, grant, assignment };
    });
  }
  const everything = [
    ...[
      "project.created",
      "project_role.created",
      "application.created",
      "project_grant.created",
      "project_grant.accepted",
    ],
    "role_assignment.created",
  ];

  test("the events of a project are about it and what is in it, in whichever organization they were recorded", async () => {
    const { acme, other, project: neighbour } = stage.world;
    const { project, application, grant, assignment } = await projectWithEverything();
    const filter = { projectId: project.id };
    const seen = async (more: EventFilter = {}) =>
      typesOf(await walk((after) => list({ ...filter, ...more }, { sort: "at", limit: 2, after })));
    assert.deepEqual(new Set(await seen()), new Set(everything));
    assert.deepEqual(
      await seen({ organizationId: other.id }),
      ["role_assignment.created"],
      "who accepted it is in the other's log alone",
    );
    const ofGrant = ["project_grant.created", "project_grant.accepted"];
    assert.deepEqual(await seen({ organizationId: acme.id, type: "project_grant" }), ofGrant);
    assert.deepEqual(await seen({ resourceKind: "project_grant", resourceId: grant.id }), ofGrant);
    assert.deepEqual(await seen({ resourceId: application.id, type: "application" }), ["application.created"]);
    assert.deepEqual(await seen({ resourceKind: "role_assignment", resourceId: assignment.id }), [
      "role_assignment.created",
    ]);
    assert.deepEqual(await seen({ resourceId: neighbour.id }), []);
    assert.deepEqual(await seen({ actorId: "nobody" }), []);
    assert.deepEqual(await seen({ to: 1 }), []);
    assert.ok(!(await list({ projectId: neighbour.id })).items.some(({ resource }) => resource.id === project.id));
    assert.deepEqual(await list({ projectId: "nothing" }), { items: [], next: undefined });
    await run((tx) => deleteApplication(tx, application.id, by));
    assert.ok(!(await seen()).includes("application.created"), "it is no longer in it");
  });

  test("a project with very many things in it is searched by time, in bounded steps, and shows the same", async () => {
    const { project } = await projectWithEverything();
    const values = await Promise.all(
      Array.from({ length: 600 }, async () => ({
        id: newId(),
        user_id: await insertUser(db(), stage.world.acme.id),
        project_id: project.id,
      })),
    );
    const at = await stage.world.storage.now();
    for (let from = 0; from < values.length; from += 200) {
      const rows = values.slice(from, from + 200);
      await db()
        .insertInto("role_assignments")
        .values(
          rows.map((row) => ({
            ...row,
            project_grant_id: null,
            state: "active",
            version: 1,
            created_at: at,
            changed_at: at,
          })),
        )
        .execute();
    }
    const [last = ""] = await write([
      { at: at + 1000, type: "role_assignment.changed", resource: ["role_assignment", values[7]?.id ?? ""] },
    ]);
    await write(Array.from({ length: 2_500 }, (_, i) => ({ at: at + 2000 + i })));
    const first = await list({ projectId: project.id });
    assert.deepEqual(first.items, [], "the newest events are about other things");
    const seen = await walk((after) => list({ projectId: project.id }, { limit: 3, after }));
    assert.equal(seen[0]?.id, last);
    assert.deepEqual(new Set(typesOf(seen.slice(1))), new Set(everything));
    assert.equal(seen.length, everything.length + 1);
  });

  test("what was deleted is known by the organization it was deleted in, and nothing else is", async () => {
    const { acme, ada, application } = stage.world;
    const made = await run(async (tx) => {
      const organization = await createOrganization(tx, { name: "Short", domain: "short.example" }, by);
      const human = await createHuman(tx, { organizationId: organization.id, userName: "gone" }, by);
      const project = await createProject(tx, { organizationId: acme.id, name: "Short" }, by);
      const { application } = await createApplication(tx, { projectId: project.id, settings: settings("web") }, by);
      const place = { level: "organization", organizationId: acme.id } as const;
      const manager = await addManager(tx, { userId: ada.id, role: "ORG_OWNER_VIEWER", place }, by);
      const viewer = await addManager(tx, { userId: ada.id, role: "IAM_OWNER_VIEWER", place: { level: "iam" } }, by);
      return { organization, human, application, manager, viewer };
    });
    assert.equal(await findDeleted(db(), "application", made.application.id), undefined, "it is still there");
    await run(async (tx) => {
      await deleteApplication(tx, made.application.id, by);
      await deleteOrganization(tx, made.organization.id, by);
      await removeManagerById(tx, made.manager.id, by);
      await removeManagerById(tx, made.viewer.id, by);
    });
    assert.equal(await findDeleted(db(), "application", made.application.id), acme.id);
    assert.equal(await findDeleted(db(), "organization", made.organization.id), made.organization.id);
    assert.equal(await findDeleted(db(), "manager", made.manager.id), acme.id);
    assert.equal(await findDeleted(db(), "manager", made.viewer.id), "");
    assert.equal(
      await findDeleted(db(), "user", made.human.id),
      undefined,
      "it went with its organization, without an event of its own",
    );
    for (const [kind, id] of [
      ["project", made.application.id],
      ["application", application.id],
      ["application", "nothing"],
      ["iam", ""],
    ] as const)
      assert.equal(await findDeleted(db(), kind, id), undefined);
  });
});
