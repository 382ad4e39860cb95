/**
 * What the files of a batch get for `node:test`, so that none of them notices the others. What a file says at its top
 * is collected, and then said again within a suite of its own, whose hooks are no other file's. What a helper says at
 * its top is said for every file after it, as every process would: it is loaded once.
 */
// An import would be answered by this file.
const real = process.getBuiltinModule("node:test");
type Kind = "test" | "it" | "describe" | "suite" | "before" | "after" | "beforeEach" | "afterEach";
type Say = () => void;

let collected: Say[] | undefined;
const ofHelpers: Say[] = [];

export const test = collecting("test");
export const it = collecting("it");
export const describe = collecting("describe");
export const suite = collecting("suite");
export const before = collecting("before");
export const after = collecting("after");
export const beforeEach = collecting("beforeEach");
export const afterEach = collecting("afterEach");
export const { mock } = real;
export default test;

function collecting(kind: Kind) {
  return (...given: unknown[]): unknown => {
    const say = () => Reflect.apply(real[kind], undefined, given);
    if (collected === undefined) return say();
    const isHook = !/^(?:test|it|describe|suite)$/.test(kind);
    if (isHook && !calledByTestFile()) ofHelpers.push(say);
    else collected.push(say);
  };
}

/** A helper that is only loaded for a file has nobody above it. */
function calledByTestFile(): boolean {
  return new Error().stack?.includes(".test.ts:") ?? false;
}

/** One file to its end. What goes wrong while it is loaded is a failed test of it. */
export async function runFile(name: string, load: () => Promise<unknown>): Promise<void> {
  const own: Say[] = [];
  collected = own;
  try {
    await load();
  } catch (error) {
    own.splice(0, own.length, () => {
      real.test("the file can be loaded", () => {
        throw error;
      });
    });
  } finally {
    collected = undefined;
  }
  await real.describe(name, () => {
    for (const say of [...ofHelpers, ...own]) say();
  });
}
