/** One world on each engine, for tests that change only what they made themselves. */
import { after, before, describe } from "node:test";
import { engines, type TestDatabase } from "./engines.ts";
import { makeWorld, type World } from "./world.ts";

export interface Stage {
  readonly world: World;
  readonly database: TestDatabase;
}

export function onEachEngine(title: string, body: (stage: Stage) => void): void {
  for (const engine of engines) {
    describe(`${title}, on ${engine.name}`, () => {
      const stage: { world?: World; database?: TestDatabase } = {};
      before(async () => {
        stage.database = await engine.fresh();
        stage.world = await makeWorld(await stage.database.open());
      });
      after(() => stage.database?.drop());
      body({
        get world() {
          return made(stage.world);
        },
        get database() {
          return made(stage.database);
        },
      });
    });
  }
}

function made<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the stage is used before it is set");
  return value;
}

/** The code of the error somebody should get, for assert.rejects. */
export function code(expected: string, message?: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof Error &&
    "code" in error &&
    error.code === expected &&
    (message === undefined || message.test(error.message));
}
