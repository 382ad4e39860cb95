/**
 * A place is named by the path; whatever else a call names must belong to it. Ids of other places in the path, in the
 * body and in the query get somebody who manages one place nothing of another.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { placeParameter, type Route } from "../../../src/management/route.ts";
import { routes } from "../../../src/management/routes.ts";
import { type Api, startApi } from "../../support/api.ts";
import { enginesOf } from "../../support/engines.ts";
import { content } from "../stage.ts";
import { type Caller, makeCallers } from "./callers.ts";
import { type Expectation, expectations } from "./expectations.ts";
import { foreignCalls } from "./foreign-bodies.ts";
import { type Grounds, makeGrounds } from "./grounds.ts";
import { nameOf } from "./matrix.ts";
import { makePlaces, type Place, type Places } from "./places.ts";
import { requests } from "./requests.ts";
import { judge } from "./rules.ts";

/** Keys that the caller chooses: setting one makes it. */
const chosen = (route: Route) => route.method === "PUT" && route.path.endsWith("/metadata/:key");
/** A kind is one of a few words, the same at every place, and belongs to none. */
const further = (route: Route) =>
  Object.keys(route.params.properties).filter(
    (name) => name !== "kind" && (route.at === "iam" || name !== placeParameter[route.at]),
  );
const withFurtherIds = routes.filter((route) => route.at !== "iam" && further(route).length > 0 && !chosen(route));

const everybody: Expectation = { roles: "every", sees: false };

for (const engine of enginesOf(import.meta.filename)) {
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
          const mayCall = callers.filter(
            (caller) => judge(expectations[nameOf(route)] ?? everybody, caller, mine) === "allowed",
          );
          assert.ok(mayCall.length > 0);
          await unchanged(async () => {
            for (const { other, params = {}, body } of made) {
              const unknown = Object.fromEntries(Object.keys(params).map((name) => [name, randomUUID()]));
              for (const foreign of [params, unknown]) {
                const values: Record<string, string> = { ...foreign, [own]: mine.id };
                const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
                  encodeURIComponent(values[name] ?? ""),
                );
                for (const { name, token } of mayCall) {
                  const { status, json } = await api.call(
                    route.method,
                    path,
                    token,
                    body === undefined ? {} : { body },
                  );
                  const expected = route.method === "DELETE" ? "204 undefined" : "404 unknown_resource";
                  assert.equal(`${status} ${json?.code}`, expected, `${name}, ${other.name}`);
                }
              }
            }
          });
        });
      }
    });

    describe("in the body or the query", () => {
      test("every such call is refused, and nothing is changed", async () => {
        const wrong: string[] = [];
        for (const [what, { as, call, refused }] of Object.entries(foreignCalls(grounds))) {
          const [method, path, body] = await call();
          const { status, json } = await unchanged(() =>
            api.call(method, path, callerNamed(as).token, body === undefined ? {} : { body }),
          );
          if (json?.code !== refused) wrong.push(`${as}, ${what}: ${status} ${json?.code}, not ${refused}`);
        }
        assert.deepEqual(wrong, []);
      });

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
          assert.deepEqual(json, { permissions: [], mayStop: false }, query);
        }
      });
    });
  });
}
