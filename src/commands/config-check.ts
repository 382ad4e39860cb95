import { loadConfig, variables } from "../config.ts";
import { print } from "./command.ts";

export async function checkConfig(): Promise<void> {
  const config = loadConfig(process.env);
  print("The configuration is valid.\n");
  print(`  Issuer           ${config.issuerUrl}`);
  print(`  API endpoints    ${config.baseUrl}`);
  print(`  Pages            ${config.loginUrl}`);
  print(`  Listens on       ${config.host}:${config.port}`);
  print(`  Database         ${config.databaseUrl.startsWith("file:") ? config.databaseUrl : "PostgreSQL"}`);
  print(`  Master key       ${config.masterKey.kind === "file" ? config.masterKey.path : "from the environment"}`);
  const set = variables.filter((variable) => process.env[variable.name]?.trim());
  print("\nSet in the environment:");
  for (const variable of set) print(`  ${variable.name}=${variable.secret ? "(hidden)" : process.env[variable.name]}`);
  if (set.length === 0) print("  nothing: every setting has its default");
}
