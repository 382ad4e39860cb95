/** What a person sees when it has started. */
import { resolve } from "node:path";
import type { Config } from "../config.ts";

export function banner(config: Config): string {
  const data = config.databaseUrl.startsWith("file:") ? resolve(config.databaseUrl.slice("file:".length)) : "PostgreSQL";
  const lines = [
    `Signet is ready at ${config.loginUrl}`,
    "",
    `  Data        ${data}`,
    `  Discovery   ${config.issuerUrl}/.well-known/openid-configuration`,
  ];
  if (config.metricsPort !== undefined) lines.push(`  Metrics     http://${config.host}:${config.metricsPort}/metrics`);
  return `\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
