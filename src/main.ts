/** The command line: finds the command, runs it, and turns whatever went wrong into one message and an exit code. */
import { parseArgs } from "node:util";
import { type Command, type CommandInput, UsageError } from "./commands/command.ts";
import { helpText } from "./commands/help.ts";
import { commands } from "./commands/index.ts";
import { SignetError } from "./errors/signet-error.ts";
import { StartError } from "./errors/start-error.ts";
import { describeError } from "./http/logging.ts";
import { DatabaseUnavailable, SchemaMismatch } from "./storage/errors.ts";

const FAILED = 1;
const WRONG_INPUT = 2;

try {
  await run(process.argv.slice(2));
} catch (error) {
  const { message, exitCode } = explain(error);
  process.stderr.write(`signet: ${message}\n`);
  process.exitCode = exitCode;
}

async function run(words: string[]): Promise<void> {
  const { command, rest } = find(words);
  const input = read(command, rest);
  if (input.options.help) {
    process.stdout.write(helpText(command.path === "" ? undefined : command));
    return;
  }
  await command.run(input);
}

/** The longest command whose words come first; `serve` when there are none. */
function find(words: string[]): { command: Command; rest: string[] } {
  // What people try first, whatever the command is called.
  if (words[0] === "--version") return find(["version"]);
  const named = words.findIndex((word) => word.startsWith("-"));
  const leading = named < 0 ? words : words.slice(0, named);
  for (let length = leading.length; length > 0; length--) {
    const path = leading.slice(0, length).join(" ");
    const command = commands.find((candidate) => candidate.path === path);
    if (command) return { command, rest: words.slice(length) };
  }
  if (words.includes("--help") || words.includes("-h"))
    return { command: { path: "", summary: "", run: async () => {} }, rest: ["--help"] };
  const serve = commands.find((candidate) => candidate.path === "serve");
  if (serve && leading.length === 0) return { command: serve, rest: words };
  throw new UsageError(`There is no command "${leading.join(" ")}". \`signet --help\` lists the commands.`);
}

function read(command: Command, rest: string[]): CommandInput {
  try {
    const options = { help: { type: "boolean", short: "h" }, ...command.options } as const;
    const { values, positionals } = parseArgs({
      args: rest,
      options,
      allowPositionals: command.arguments !== undefined,
    });
    const wanted = command.arguments?.length ?? 0;
    if (!values.help && positionals.length !== wanted)
      throw new UsageError(`\`signet ${command.path}\` needs ${command.arguments?.join(" ") ?? "no arguments"}.`);
    return { positionals, options: values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error ? error.message.split(". ")[0] : "The options could not be read";
    throw new UsageError(`${reason}. \`signet ${command.path} --help\` shows what it takes.`);
  }
}

function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof UsageError) return { message: error.message, exitCode: WRONG_INPUT };
  if (error instanceof SignetError) return { message: `${error.message}.`, exitCode: FAILED };
  if (error instanceof StartError)
    return { message: error.message, exitCode: error.kind === "configuration" ? WRONG_INPUT : FAILED };
  if (error instanceof SchemaMismatch) return { message: error.message, exitCode: FAILED };
  if (error instanceof DatabaseUnavailable) {
    const code = error.cause instanceof Error && "code" in error.cause ? ` (${error.cause.code})` : "";
    return {
      message: `${error.message}${code}. Check SIGNET_DATABASE_URL, and that this user may reach and write it.`,
      exitCode: FAILED,
    };
  }
  const { kind, code, where } = describeError(error);
  return {
    message: `Something unexpected went wrong: ${[kind, code, where].filter(Boolean).join(", ")}. Please report this.`,
    exitCode: FAILED,
  };
}
