import { variables } from "../config.ts";
import type { Command } from "./command.ts";
import { commands } from "./index.ts";

export function helpText(command?: Command): string {
  return command === undefined ? overview() : helpOf(command);
}

function overview(): string {
  const rows = commands.map((command) => `  ${usage(command).padEnd(34)}${command.summary}`);
  const names = variables.map((variable) => `  ${variable.name.padEnd(28)}${variable.meaning}`);
  return [
    "Signet: an identity provider and OAuth 2.0 / OpenID Connect server.",
    "",
    "Usage: signet [command] [options]",
    "",
    "Commands:",
    ...rows,
    "",
    "`signet <command> --help` tells more about one.",
    "",
    "Environment:",
    ...names,
    "",
    "Exit codes: 0 done, 1 failed, 2 wrong configuration or command line.",
    "",
  ].join("\n");
}

function helpOf(command: Command): string {
  const options = Object.entries(command.optionHelp ?? {}).map(([name, help]) => `  --${name.padEnd(20)}${help}`);
  return [
    `Usage: signet ${usage(command)}`,
    "",
    command.summary,
    ...(command.detail ? ["", command.detail] : []),
    ...(options.length > 0 ? ["", "Options:", ...options] : []),
    "",
  ].join("\n");
}

function usage(command: Command): string {
  const options = Object.keys(command.optionHelp ?? {}).length > 0 ? ["[options]"] : [];
  return [command.path, ...(command.arguments ?? []), ...options].join(" ");
}
