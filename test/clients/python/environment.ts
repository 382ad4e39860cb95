/** A Python with the libraries of requirements.txt, in a virtual environment of its own. */
import { join } from "node:path";
import { buildOnce, runTool } from "../build-once.ts";
import { type ClientProcess, startClient } from "../client-process.ts";
import type { FrameworkStage } from "../framework-stage.ts";

const requirements = join(import.meta.dirname, "requirements.txt");

function installPython(): Promise<string> {
  return buildOnce({
    name: "python",
    sources: [requirements],
    async build(folder) {
      await runTool("python3", ["-m", "venv", folder], folder);
      await runTool(join(folder, "bin/pip"), ["install", "--quiet", "-r", requirements], folder);
    },
  });
}

/** How a file of this folder is started; it finds the files of the example in the folder that it runs in. */
export function startPython(program: string): (stage: FrameworkStage, secret: string) => Promise<ClientProcess> {
  return async ({ folder, port, origin, registered }, secret) =>
    startClient({
      command: join(await installPython(), "bin/python"),
      words: ["-u", join(import.meta.dirname, program)],
      folder,
      environment: {
        PYTHONPATH: folder,
        PYTHONDONTWRITEBYTECODE: "1",
        CLIENT_SECRET: secret,
        SESSION_SECRET: crypto.randomUUID(),
        ISSUER: registered.values.issuer,
        PORT: String(port),
      },
      url: `${origin}/alive`,
    });
}
