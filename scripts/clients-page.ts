/**
 * The part of docs/clients.md that follows from the frameworks the Console knows: the table, and a section each. Run it
 * after a change to one of them; a test fails until the page says the same.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Endpoints, type Framework, frameworkGroups } from "../console/src/applications/frameworks/framework.ts";
import { frameworks } from "../console/src/applications/frameworks/index.ts";
import { settingsFor } from "../console/src/applications/frameworks/settings.ts";
import { valuesFor } from "../console/src/applications/frameworks/values.ts";
import { callersSentence } from "../console/src/applications/frameworks/words.ts";

export const clientsPage = join(import.meta.dirname, "../docs/clients.md");
const BEGINS = "<!-- From here on made by `npm run docs:clients` -->";

const ISSUER = "https://signet.example.com";
const endpoints: Endpoints = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/oauth/v2/authorize`,
  token_endpoint: `${ISSUER}/oauth/v2/token`,
  introspection_endpoint: `${ISSUER}/oauth/v2/introspect`,
  userinfo_endpoint: `${ISSUER}/oauth/v2/userinfo`,
  end_session_endpoint: `${ISSUER}/oidc/v1/endsession`,
  jwks_uri: `${ISSUER}/oauth/v2/keys`,
};

/** What people write by hand stays; what follows the mark is made anew. */
export function withFrameworks(page: string): string {
  const [written = ""] = page.split(BEGINS);
  const groups = frameworkGroups.map((group) => ({ group, members: frameworks.filter((one) => one.group === group) }));
  const sections = groups
    .filter(({ members }) => members.length > 0)
    .flatMap(({ group, members }) => [`## ${group}`, ...members.map(sectionOf)]);
  return `${[written + BEGINS, "## All of them", table(), ...sections].join("\n\n")}\n`;
}

function table(): string {
  return [
    "| client | tried | type | proves itself by | User Info inside ID Token | comes back to |",
    "|---|---|---|---|---|---|",
    ...frameworks.map((framework) => {
      const { name, tried, settings, redirectPath } = framework;
      const version = tried === undefined ? "no" : `[${tried.version}](../${tried.test})`;
      const inside = settings.type === "api" ? "" : settings.idTokenUserinfoAssertion ? "on" : "off";
      const path = redirectPath === undefined ? "" : `\`${redirectPath || "/"}\``;
      return `| [${name}](#${anchor(name)}) | ${version} | ${settings.type} | ${settings.authMethod} | ${inside} | ${path} |`;
    }),
  ].join("\n");
}

function sectionOf(framework: Framework): string {
  const { name, library, why, callers, tried } = framework;
  const isApp = framework.origin?.includes("://") ?? true;
  const registered = settingsFor(
    framework,
    isApp && framework.settings.type !== "native" ? "https://app.example.com" : undefined,
  );
  const values = valuesFor(framework, { ...registered, clientId: "CLIENT_ID" }, endpoints);
  const note = typeof framework.note === "function" ? framework.note(values) : framework.note;
  const install = typeof framework.install === "function" ? framework.install(values.method) : framework.install;
  const known =
    tried === undefined
      ? "From its source and manual; no test here runs it."
      : `Tried with ${tried.version}, by \`${tried.test}\`.`;
  return [
    `### ${name}`,
    `With ${library}. ${known}`,
    [...why, ...(callers === undefined ? [] : [callersSentence(callers)]), ...(note === undefined ? [] : [note])]
      .map((reason) => `- ${reason}`)
      .join("\n"),
    ...(install === undefined ? [] : [block("sh", `${install}\n`)]),
    ...framework.files(values).map((file) => `\`${file.name}\`:\n\n${block(languageOf(file.name), file.text)}`),
  ].join("\n\n");
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\``;
}

const languages: Readonly<Record<string, string>> = {
  ...{
    js: "js",
    ts: "ts",
    tsx: "tsx",
    mjs: "js",
    py: "python",
    go: "go",
    rs: "rust",
    rb: "ruby",
    php: "php",
    cs: "csharp",
    kt: "kotlin",
  },
  ...{
    kts: "kotlin",
    swift: "swift",
    yml: "yaml",
    yaml: "yaml",
    toml: "toml",
    ini: "ini",
    properties: "properties",
    sh: "sh",
  },
};

function languageOf(file: string): string {
  return languages[/\.(\w+)$/.exec(file)?.[1] ?? ""] ?? "text";
}

/** As the usual renderers make it. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

if (import.meta.main) writeFileSync(clientsPage, withFrameworks(readFileSync(clientsPage, "utf8")));
