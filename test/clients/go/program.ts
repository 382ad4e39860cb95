/** A Go program from the example, with a file beside it for what the example does not show. */
import { cpSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../build-once.ts";
import { type ClientProcess, startClient } from "../client-process.ts";
import type { FrameworkStage } from "../framework-stage.ts";

const source = import.meta.dirname;

/** `program` is a folder beside this file. What Go has compiled before, it takes from its own cache. */
export async function startGo(
  program: string,
  { folder, port, origin, registered }: FrameworkStage,
  environment: Record<string, string>,
): Promise<ClientProcess> {
  const built = join(folder, "client");
  if (!existsSync(built)) {
    for (const name of ["go.mod", "go.sum", "noting", program])
      cpSync(join(source, name), join(folder, name), { recursive: true });
    mkdirSync(join(folder, program), { recursive: true });
    if (existsSync(join(folder, "main.go"))) renameSync(join(folder, "main.go"), join(folder, program, "main.go"));
    await runTool("go", ["build", "-o", built, `./${program}`], folder);
  }
  return startClient({
    command: built,
    folder,
    environment: {
      ISSUER: registered.values.issuer,
      CLIENT_ID: registered.clientId,
      SESSION_SECRET: crypto.randomUUID(),
      PORT: String(port),
      ...environment,
    },
    url: `${origin}/alive`,
  });
}
