/**
 * What a process of tests tells the runner, and the reporter in it that does the telling: by messages between the two,
 * so that whatever tests print themselves is nothing but their output.
 */
import type { TestEvent as NodeEvent } from "node:test/reporters";
import { inspect } from "node:util";

export type TestEvent =
  | (Named & { readonly type: "added" })
  | { readonly type: "begun"; readonly id: number }
  | Ended
  | { readonly type: "told"; readonly text: string };

export interface Named {
  readonly id: number;
  /** 0 for a file. */
  readonly parent: number;
  readonly name: string;
  readonly isSuite: boolean;
}

/** Also of tests that were never added: those whose hooks have failed. */
export interface Ended extends Named {
  readonly type: "ended";
  readonly result: "passed" | "failed" | "cancelled" | "undone";
  readonly milliseconds: number;
  /** A suite that failed because something in it did has nothing to say of its own. */
  readonly failure: string | undefined;
}

/** Node calls it in the process of the tests. */
export default async function* tellRunner(source: AsyncIterable<NodeEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    const told = translate(event);
    if (told !== undefined) process.send?.(told);
  }
  // There is nothing to write: a reporter has to be a generator.
  yield "";
}

function translate({ type, data }: NodeEvent): TestEvent | undefined {
  switch (type) {
    case "test:enqueue":
      return { type: "added", ...named(data, data.type) };
    case "test:dequeue":
      return { type: "begun", id: data.testId };
    case "test:complete": {
      const { passed, error, duration_ms: milliseconds } = data.details;
      const kind = failureType(error);
      const undone = data.skip !== undefined || data.todo !== undefined;
      const failed = kind === "cancelledByParent" ? "cancelled" : "failed";
      const failure = passed || kind === "subtestsFailed" ? undefined : describe(error);
      const result = undone ? "undone" : passed ? "passed" : failed;
      return { type: "ended", ...named(data, data.details.type), result, milliseconds, failure };
    }
    case "test:diagnostic":
      // An error that came after its test had ended is only told this way.
      return data.message.startsWith("Error") ? { type: "told", text: `${data.message}\n` } : undefined;
    default:
      return undefined;
  }
}

function named(data: { testId: number; parentId?: number | undefined; name: string }, type: string | undefined): Named {
  return { id: data.testId, parent: data.parentId ?? 0, name: data.name, isSuite: type === "suite" };
}

function failureType(error: unknown): unknown {
  return error instanceof Error && "failureType" in error ? error.failureType : undefined;
}

/** The runner wraps what was thrown; a reader wants what was thrown. */
function describe(error: unknown): string {
  const thrown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof thrown === "string") return thrown;
  // An assertion says in its message how the values differ; printing both again would bury that.
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_ASSERTION")
    return thrown.stack ?? thrown.message;
  return inspect(thrown, { depth: 8 });
}
