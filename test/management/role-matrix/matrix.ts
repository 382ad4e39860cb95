/**
 * The role matrix: every call × everybody who could make it × every place they could make it at. Who is refused gets
 * the code that the rules say and changes nothing; who may gets what the call answers, and nothing of what others keep
 * to themselves.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { placeParameter, type Route } from "../../../src/management/route.ts";
import { routes } from "../../../src/management/routes.ts";
import { type Answer, type Api, startApi } from "../../support/api.ts";
import { enginesOfCell, type TestEngine } from "../../support/engines.ts";
import { content } from "../stage.ts";
import { type Caller, makeCallers } from "./callers.ts";
import { type Expectation, expectations } from "./expectations.ts";
import { type Grounds, makeGrounds, secretNames } from "./grounds.ts";
import { makePlaces, type Place, type Places } from "./places.ts";
import type { Prepared } from "./prepare.ts";
import { requests } from "./requests.ts";
import { judge, type Verdict } from "./rules.ts";

export const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const AT_ONCE = 8;

interface Cell {
  readonly place: Place;
  readonly caller: Caller;
  readonly verdict: Verdict;
}

/** `npm test` plays each call on one of the engines, at all its places and by everybody. */
export function playMatrix(engine: TestEngine): void {
  describe(`the role matrix on ${engine.name}`, () => {
    let api: Api;
    let grounds: Grounds;
    let callers: Caller[];
    let places: Places;
    const prepared = new Map<string, Prepared>();
    const counts = { refused: 0, allowed: 0 };
    const due = routes.filter((route) => enginesOfCell(nameOf(route)).includes(engine));

    before(async () => {
      api = await startApi(engine);
      // Nobody needs this database after a power cut.
      if (engine.name === "sqlite") await sql`PRAGMA synchronous = OFF`.execute(api.idp.node.services.storage.db);
      grounds = await makeGrounds(api);
      callers = await makeCallers(grounds);
      places = await makePlaces(grounds);
      for (const route of due) {
        for (const place of placesOf(route)) {
          if (place.unknown && route.at !== "iam") continue;
          prepared.set(`${nameOf(route)} ${place.name}`, await prepare(route, place, place.id, undefined));
        }
      }
    });
    after(() => api.close());

    const expectationOf = (route: Route): Expectation => expectations[nameOf(route)] ?? { roles: [], sees: false };
    const kindOf = (route: Route) => (expectationOf(route).tokensShownTo === undefined ? route.at : "token");
    const placesOf = (route: Route) => places[kindOf(route)];
    const cellsOf = (route: Route): Cell[] =>
      placesOf(route).flatMap((place) =>
        callers.map((caller) => ({ place, caller, verdict: judge(expectationOf(route), caller, place) })),
      );

    const prepare = async (route: Route, place: Place, id: string, caller: Caller | undefined): Promise<Prepared> =>
      (await requests[nameOf(route)]?.({ grounds, place, id, caller })) ?? {};

    const call = (
      route: Route,
      id: string,
      { params = {}, query, body }: Prepared,
      caller: Caller,
    ): Promise<Answer> => {
      const values: Record<string, string> = {
        ...params,
        ...(route.at === "iam" ? {} : { [placeParameter[route.at]]: id }),
      };
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? "missing"));
      const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
      return api.call(route.method, path + search, caller.token, body === undefined ? {} : { body });
    };

    describe("refused, and nothing is changed", () => {
      for (const route of due) {
        test(nameOf(route), async () => {
          const cells = cellsOf(route).filter(({ verdict }) => verdict !== "allowed");
          const before = await content(api);
          const wrong: string[] = [];
          const refuse = async ({ place, caller, verdict }: Cell): Promise<void> => {
            const first = placesOf(route)[0]?.name;
            const request =
              prepared.get(`${nameOf(route)} ${place.name}`) ?? prepared.get(`${nameOf(route)} ${first}`) ?? {};
            const { status, json, body } = await call(route, place.id, request, caller);
            const [seen, expected] = [`${status} ${json?.code ?? body.slice(0, 100)}`, describeVerdict(verdict)];
            if (seen !== expected) wrong.push(`${caller.name} at ${place.name}: ${seen}, not ${expected}`);
          };
          for (let first = 0; first < cells.length; first += AT_ONCE)
            await Promise.all(cells.slice(first, first + AT_ONCE).map(refuse));
          assert.deepEqual(wrong, []);
          assert.deepEqual(await content(api), before);
          counts.refused += cells.length;
        });
      }
    });

    describe("allowed, and answered", () => {
      for (const route of due) {
        test(nameOf(route), async () => {
          const { sees } = expectationOf(route);
          const cells = cellsOf(route).filter(
            ({ place, caller, verdict }) => verdict === "allowed" && isPlayed(place, caller, sees),
          );
          const wrong: string[] = [];
          for (const { place, caller } of cells) {
            const id = sees || place.fresh === undefined ? place.id : await place.fresh();
            const request = await prepare(route, place, id, caller);
            const { status, body } = await call(route, request.id ?? id, request, caller);
            await request.after?.();
            if (status !== route.status) wrong.push(`${caller.name} at ${place.name}: ${status} ${body.slice(0, 300)}`);
            const seen = secretsFrom(caller).filter((secret) => body.includes(secret));
            if (seen.length > 0) wrong.push(`${caller.name} at ${place.name} sees ${seen}: ${body.slice(0, 1000)}`);
          }
          assert.deepEqual(wrong, []);
          counts.allowed += cells.length;
        });
      }
    });

    test("every cell was as expected", (context) => {
      const cells = due.reduce((sum, route) => sum + cellsOf(route).length, 0);
      const where = Object.values(places).reduce((sum, here) => sum + here.length, 0);
      context.diagnostic(
        `${due.length} calls × ${callers.length} callers × ${where} places = ${cells} cells, all as expected: ` +
          `${counts.refused} refused without a trace, ${counts.allowed} made`,
      );
      assert.ok(counts.refused + counts.allowed > 0);
    });
  });
}

function describeVerdict(verdict: Verdict): string {
  return verdict === "allowed" ? verdict : `${verdict.status} ${verdict.code}`;
}

/**
 * Signet's own things are only looked at. What managers of the instance may do everywhere is shown at home and
 * elsewhere, once each.
 */
function isPlayed(place: Place, { held }: Caller, sees: boolean): boolean {
  if (place.spared) return sees;
  return sees || held?.at !== "instance" || place.organization !== "receiver";
}

/** Whatever somebody may not find in any answer. */
function secretsFrom({ held }: Caller): string[] {
  switch (held?.at) {
    case "home":
    case "project":
      return [secretNames.receiver, secretNames.other];
    case "receiver":
    case "grant":
      return [secretNames.home, secretNames.other];
    default:
      return [];
  }
}
