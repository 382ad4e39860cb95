/** What a person sees when it has started. */
import { resolve } from "node:path";
import type { Config } from "../config.ts";
import type { FirstManager } from "../first-start.ts";
import { type RegistrationStanding, sayRegistration } from "../identity/registration-standing.ts";

export function firstManagerNotice({ login, generatedPassword }: FirstManager): string {
  const lines = ["This is the first start. The first manager can sign in with", "", `  Login name  ${login}`];
  if (generatedPassword === undefined) lines.push("  Password    as given in SIGNET_ADMIN_PASSWORD");
  else
    lines.push(
      `  Password    ${generatedPassword}`,
      "",
      "The password is not shown again. `signet admin recover` makes a new one.",
    );
  return indented(lines);
}

/** How it stands with registration is said at every start: it decides who can come in. */
export function banner(config: Config, registration: RegistrationStanding): string {
  const data = config.databaseUrl.startsWith("file:")
    ? resolve(config.databaseUrl.slice("file:".length))
    : "PostgreSQL";
  const lines = [
    `Signet is ready at ${config.loginUrl}`,
    "",
    `  Console     ${config.loginUrl}/console`,
    `  Data        ${data}`,
    `  Discovery   ${config.issuerUrl}/.well-known/openid-configuration`,
  ];
  lines.push(`  Register    ${sayRegistration(registration)}`);
  if (registration.instance === "undecided")
    lines.push("              The Console asks for it, among the first steps.");
  if (config.metricsPort !== undefined) lines.push(`  Metrics     http://${config.host}:${config.metricsPort}/metrics`);
  return indented(lines);
}

function indented(lines: readonly string[]): string {
  return `\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n`;
}
