/**
 * What the published package holds beside its documents: the sources compiled, the Console built, and the list of what
 * is in it.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildConsole } from "./build-console.ts";
import { writeBillOfMaterials } from "./sbom.ts";

const root = join(import.meta.dirname, "..");
const compiled = join(root, "dist");

// The Console stays: it knows for itself whether it is stale, and a Signet that runs from this clone may be serving it.
for (const name of readdirSync(root).includes("dist") ? readdirSync(compiled) : []) {
  if (!name.startsWith("console-app")) rmSync(join(compiled, name), { recursive: true });
}
execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", join(root, "tsconfig.build.json")], { stdio: "inherit" });
await buildConsole();
writeBillOfMaterials();
