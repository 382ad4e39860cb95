/** One Spring Boot program for all three: what it is, application.yml decides. */
import { globSync } from "node:fs";
import { join } from "node:path";
import { buildOnce, runTool } from "../build-once.ts";
import { type ClientProcess, startClient } from "../client-process.ts";
import type { FrameworkStage } from "../framework-stage.ts";

const source = import.meta.dirname;

function buildJar(): Promise<string> {
  return buildOnce({
    name: "spring",
    sources: ["pom.xml", ...globSync("src/**/*.java", { cwd: source })].map((file) => join(source, file)),
    build: async (folder) => void (await runTool("mvn", ["-q", "-B", "package", `-Dmade=${folder}`], source)),
  });
}

/** In the folder of the example, where Spring Boot looks for application.yml. */
export async function startSpring({ folder, port, origin }: FrameworkStage, secret: string): Promise<ClientProcess> {
  const jar = join(await buildJar(), "client.jar");
  return startClient({
    command: "java",
    // Half the time until it answers, for a program that lives as short as this one.
    words: ["-XX:TieredStopAtLevel=1", "-jar", jar, `--server.port=${port}`, "--server.address=127.0.0.1"],
    folder,
    environment: { CLIENT_SECRET: secret },
    url: `${origin}/things`,
  });
}
