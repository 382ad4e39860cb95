import type { ParseArgsOptionsConfig } from "node:util";

export interface CommandInput {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
}

export interface Command {
  /** The words that name it: `keys rotate`. */
  readonly path: string;
  readonly summary: string;
  /** More than one line of help, where it needs it. */
  readonly detail?: string;
  readonly arguments?: readonly string[];
  readonly options?: ParseArgsOptionsConfig;
  /** What each option does, for the help. */
  readonly optionHelp?: Readonly<Record<string, string>>;
  run(input: CommandInput): Promise<void>;
}

/** The command line itself was wrong. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
