import { readFileSync } from "node:fs";
import { type Command, print } from "./command.ts";

export const version: Command = {
  path: "version",
  summary: "Print the version",
  async run() {
    const about: { version: string } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    print(about.version);
  },
};
