/**
 * A place is named by the path; whatever else a call names must belong to it. Ids of other places in the path, in the body and
 * in the query get somebody who manages one place nothing of another.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { placeParameter, type Route } from "../../../src/management/route.ts";
import { routes } from "../../../src/management/routes.ts";
import { type Api, startApi } from "../../support/api.ts";
import { engines } from "../../support/engines.ts";
import { content } from "../stage.ts";
import { type Caller, makeCallers } from "./callers.ts";
import { type Expectation, expectations } from "./expectations.ts";
import { type Grounds, makeGrounds, roleKeys } from "./grounds.ts";
import { nameOf } from "./matrix.ts";
import { makePlaces, type Place, type Places } from "./places.ts";
import { requests } from "./requests.ts";
import { judge } from "./rules.ts";

/** Keys that the caller chooses: setting one makes it. */
const chosen = (route: Route) => route.method === "PUT" && route.path.endsWith("/metadata/:key");
const further = (route: Route) =>
  Object.keys(route.params.properties).filter((name) => route.at === "iam" || name !== placeParameter[route.at]);
const withFurtherIds = routes.filter((route) => route.at !== "iam" && further(route).length > 0 && !chosen(route));

const everybody: Expectation = { roles: "every", sees: false };

for (const engine of engines) {
  describe(`ids of other places on ${engine.name}`, () => {
    let api: Api;
    let grounds: Grounds;
    let callers: Caller[];
    let places: Places;
    before(async () => {
      api = await startApi(engine);
      grounds = await makeGrounds(api);
      callers = await makeCallers(grounds);
      places = await makePlaces(grounds);
    });
    after(() => api.close());

    const callerNamed = (name: string): Caller => {
      const caller = callers.find((one) => one.name === name);
      if (caller === undefined) throw new Error(`there is no ${name}`);
      return caller;
    };
    const unchanged = async <T>(work: () => Promise<T>): Promise<T> => {
      const before = await content(api);
      const result = await work();
      assert.deepEqual(await content(api), before);
      return result;
    };

    describe("in the path", () => {
      for (const route of withFurtherIds) {
        test(nameOf(route), async () => {
          const [mine, ...others] = places[route.at].filter((place) => !place.unknown && !place.spared);
          if (mine === undefined || route.at === "iam") throw new Error("there is no such place");
          const own = placeParameter[route.at];
          const prepare = async (place: Place) =>
            (await requests[nameOf(route)]?.({ grounds, place, id: place.id, caller: undefined })) ?? {};
          const made = await Promise.all(others.map(async (other) => ({ other, ...(await prepare(other)) })));
          const mayCall = callers.filter((caller) => judge(expectations[nameOf(route)] ?? everybody, caller, mine) === "allowed");
          assert.ok(mayCall.length > 0);
          await unchanged(async () => {
            for (const { other, params = {}, body } of made) {
              const unknown = Object.fromEntries(Object.keys(params).map((name) => [name, randomUUID()]));
              for (const foreign of [params, unknown]) {
                const values: Record<string, string> = { ...foreign, [own]: mine.id };
                const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
                for (const { name, token } of mayCall) {
                  const { status, json } = await api.call(route.method, path, token, body === undefined ? {} : { body });
                  const expected = route.method === "DELETE" ? "204 undefined" : "404 unknown_resource";
                  assert.equal(`${status} ${json?.code}`, expected, `${name}, ${other.name}`);
                }
              }
            }
          });
        });
      }
    });

    interface InBody {
      readonly as: string;
      readonly call: () => Promise<readonly [method: string, path: string, body?: unknown]>;
      readonly refused: string;
    }
    const inBody: Record<string, InBody> = {
      "a project's role to a user whose organization has no grant": {
        as: "ORG_OWNER (home)",
        call: async () => [
          "POST",
          `/projects/${grounds.projects.project}/role-assignments`,
          { userId: await grounds.make.human("other"), roleKeys: [roleKeys("project").granted] },
        ],
        refused: "invalid_input",
      },
      "a project's role to a user who does not exist": {
        as: "PROJECT_OWNER (project)",
        call: async () => [
          "POST",
          `/projects/${grounds.projects.project}/role-assignments`,
          { userId: randomUUID(), roleKeys: [roleKeys("project").granted] },
        ],
        refused: "unknown_resource",
      },
      "a role of another project": {
        as: "PROJECT_OWNER (project)",
        call: async () => [
          "POST",
          `/projects/${grounds.projects.project}/role-assignments`,
          { userId: await grounds.make.human("home"), roleKeys: [roleKeys("sibling").granted] },
        ],
        refused: "invalid_input",
      },
      "a role that the grant does not include": {
        as: "PROJECT_GRANT_OWNER (grant)",
        call: async () => [
          "POST",
          `/project-grants/${grounds.grants.grant}/role-assignments`,
          { userId: await grounds.make.human("receiver"), roleKeys: [roleKeys("project").kept] },
        ],
        refused: "invalid_input",
      },
      "a role that the grant does not include, to somebody who has one that it does": {
        as: "ORG_OWNER (receiver)",
        call: async () => [
          "PATCH",
          `/role-assignments/${await grounds.make.assignment("project", "receiver")}`,
          { roleKeys: [roleKeys("project").granted, roleKeys("project").kept] },
        ],
        refused: "invalid_input",
      },
      "granted roles to a user of the organization that granted them": {
        as: "PROJECT_GRANT_OWNER (grant)",
        call: async () => [
          "POST",
          `/project-grants/${grounds.grants.grant}/role-assignments`,
          { userId: await grounds.make.human("home"), roleKeys: [roleKeys("project").granted] },
        ],
        refused: "unknown_resource",
      },
      "granted roles to a user of a third organization": {
        as: "ORG_OWNER (receiver)",
        call: async () => [
          "POST",
          `/project-grants/${grounds.grants.grant}/role-assignments`,
          { userId: await grounds.make.human("other"), roleKeys: [roleKeys("project").granted] },
        ],
        refused: "unknown_resource",
      },
      "a grant to an organization that does not exist": {
        as: "PROJECT_OWNER (project)",
        call: async () => ["POST", `/projects/${grounds.projects.project}/grants`, { organizationId: randomUUID(), roleKeys: [] }],
        refused: "unknown_resource",
      },
      "a grant with roles of another project": {
        as: "ORG_OWNER (home)",
        call: async () => [
          "POST",
          `/projects/${grounds.projects.project}/grants`,
          { organizationId: await grounds.make.organization(), roleKeys: [roleKeys("others").granted] },
        ],
        refused: "invalid_input",
      },
      "more roles into a grant than the project has": {
        as: "PROJECT_OWNER (project)",
        call: async () => ["PATCH", `/project-grants/${grounds.grants.grant}`, { roleKeys: [roleKeys("sibling").granted] }],
        refused: "invalid_input",
      },
      "a manager of an organization whom one cannot see": {
        as: "ORG_OWNER (home)",
        call: async () => [
          "POST",
          `/organizations/${grounds.organizations.home}/managers`,
          { userId: await grounds.make.human("other"), role: "ORG_OWNER" },
        ],
        refused: "unknown_resource",
      },
      "a manager of a project whom one cannot see": {
        as: "PROJECT_OWNER (project)",
        call: async () => [
          "POST",
          `/projects/${grounds.projects.project}/managers`,
          { userId: await grounds.make.human("other"), role: "PROJECT_OWNER_VIEWER" },
        ],
        refused: "unknown_resource",
      },
      "a manager of a grant who is of the other side": {
        as: "PROJECT_GRANT_OWNER (grant)",
        call: async () => [
          "POST",
          `/project-grants/${grounds.grants.grant}/managers`,
          { userId: await grounds.make.human("home"), role: "PROJECT_GRANT_OWNER" },
        ],
        refused: "unknown_resource",
      },
      "a role of the instance at an organization": {
        as: "ORG_OWNER (home)",
        call: async () => [
          "POST",
          `/organizations/${grounds.organizations.home}/managers`,
          { userId: await grounds.make.human("home"), role: "IAM_OWNER" },
        ],
        refused: "invalid_input",
      },
      "a token for a project that the service user's organization cannot use": {
        as: "ORG_OWNER (home)",
        call: async () => [
          "POST",
          `/service-users/${await grounds.make.serviceUser("home")}/personal-access-tokens`,
          {
            name: "ci",
            scopes: ["openid", `urn:service:iam:org:project:id:${grounds.projects.others}:aud`],
            expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
          },
        ],
        refused: "invalid_input",
      },
      "another domain, by whoever may only change the name": {
        as: "ORG_OWNER (home)",
        call: async () => ["PATCH", `/organizations/${grounds.organizations.home}`, { name: "Mine", domain: `${randomUUID()}.example` }],
        refused: "permission_missing",
      },
      "the domain of another organization": {
        as: "IAM_ORG_MANAGER (instance)",
        call: async () => ["POST", "/organizations", { name: "Copy", domain: api.idp.world.other.domain }],
        refused: "already_exists",
      },
      "an application that acts with managers' power": {
        as: "ORG_OWNER (home)",
        call: async () => [
          "POST",
          `/projects/${grounds.projects.project}/applications`,
          { name: "Power", type: "web", redirectUris: ["https://app.example/callback"], managementAccess: true },
        ],
        refused: "permission_missing",
      },
      "managers' power for an application that has none": {
        as: "IAM_ORG_MANAGER (instance)",
        call: async () => ["PATCH", `/applications/${await grounds.make.application("project")}`, { managementAccess: true }],
        refused: "permission_missing",
      },
      "a user moved to another organization": {
        as: "ORG_OWNER (home)",
        call: async () => ["PATCH", `/users/${await grounds.make.human("home")}`, { organizationId: grounds.organizations.other }],
        refused: "invalid_input",
      },
      "a user created in another organization than the path's": {
        as: "ORG_OWNER (home)",
        call: async () => [
          "POST",
          `/organizations/${grounds.organizations.home}/users`,
          { userName: `new-${randomUUID()}`, organizationId: grounds.organizations.other },
        ],
        refused: "invalid_input",
      },
      "the organization of a project in the query": {
        as: "ORG_OWNER (home)",
        call: async () => ["GET", `/organizations/${grounds.organizations.home}/projects?organizationId=${grounds.organizations.other}`],
        refused: "invalid_input",
      },
      "another organization's usage in the query": {
        as: "ORG_OWNER (home)",
        call: async () => ["GET", `/organizations/${grounds.organizations.home}/usage?organizationId=${grounds.organizations.other}`],
        refused: "invalid_input",
      },
      "an organization's usage from the instance": {
        as: "ORG_OWNER (home)",
        call: async () => ["GET", `/usage?organizationId=${grounds.organizations.home}`],
        refused: "permission_missing",
      },
    };

    describe("in the body or the query", () => {
      for (const [what, { as, call, refused }] of Object.entries(inBody)) {
        test(`${what}: ${refused}`, async () => {
          const [method, path, body] = await call();
          const {
            status,
            json,
            body: text,
          } = await unchanged(() => api.call(method, path, callerNamed(as).token, body === undefined ? {} : { body }));
          assert.equal(json?.code, refused, `${status} ${text}`);
        });
      }

      test("filters by id show nothing of other places", async () => {
        const { organizations, projects, make } = grounds;
        const stranger = await make.human("other");
        const token = callerNamed("ORG_OWNER (home)").token;
        const filters = [
          `resourceId=${stranger}`,
          `resourceId=${projects.others}`,
          `actorId=${callerNamed("IAM_OWNER (instance)").userId}`,
        ];
        for (const filter of filters) {
          for (const path of [`/organizations/${organizations.home}/events`, `/projects/${projects.project}/events`]) {
            const { status, json } = await api.call("GET", `${path}?${filter}`, token);
            assert.equal(status, 200);
            assert.deepEqual(json.items, []);
            assert.equal((await api.call("GET", `${path}/export?${filter}`, token)).body, "");
          }
        }
      });

      test("what one may do elsewhere is nothing, whether or not it is there", async () => {
        const { organizations, projects, grants, make } = grounds;
        const token = callerNamed("PROJECT_OWNER (project)").token;
        const elsewhere = [
          `organizationId=${organizations.other}`,
          `projectId=${projects.others}`,
          `projectGrantId=${grants.othersGrant}`,
          `applicationId=${await make.application("others")}`,
          `userId=${await make.human("other")}`,
          `serviceUserId=${await make.serviceUser("other")}`,
          `projectId=${randomUUID()}`,
        ];
        for (const query of elsewhere) {
          const { json } = await api.call("GET", `/me/permissions?${query}`, token);
          assert.deepEqual(json, { permissions: [] }, query);
        }
      });
    });
  });
}
