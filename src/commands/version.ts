import { readFileSync } from "node:fs";
import { print } from "./command.ts";

export async function printVersion(): Promise<void> {
  const about: { version: string } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  print(about.version);
}
