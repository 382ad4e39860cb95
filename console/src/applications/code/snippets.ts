/** Which examples there are for which type of application, the likeliest first. */
import type { ApplicationType } from "../kinds.ts";
import { node, pythonApi } from "./api-snippets.ts";
import { javascript, react } from "./browser-snippets.ts";
import { curl, introspect } from "./curl-snippets.ts";
import { android, commandLine, ios } from "./native-snippets.ts";
import { express, next } from "./node-snippets.ts";
import { dotnet, go, python, spring } from "./server-snippets.ts";
import type { MakeSnippet, Snippet, SnippetValues } from "./snippet.ts";

const offered: Readonly<Record<ApplicationType, readonly MakeSnippet[]>> = {
  web: [next, express, python, go, spring, dotnet, curl],
  native: [commandLine, ios, android, curl],
  user_agent: [javascript, react, curl],
  api: [node, pythonApi, introspect],
};

export function snippetsFor(type: ApplicationType, values: SnippetValues): Snippet[] {
  return offered[type].map((make) => make(values)).filter((snippet) => snippet !== undefined);
}
