/** The reference of the management API as one page for people, made from the API document. It needs no script. */
import { Html, html } from "../../pages/html.ts";
import { type OpenApiDocument, refToSchema, type Tag } from "../openapi/document.ts";
import { statusTable } from "./errors.ts";
import { type Call, callEntry } from "./operation.ts";
import { permissionsChapter, rolesChapter } from "./roles.ts";
import { chaptersOfSchemas } from "./shared.ts";
import { style } from "./style.ts";
import { hasProperties, propertyTable } from "./tables.ts";
import { anchorOf, inline, toBlocks } from "./text.ts";
import { type TypeContext, typeWords } from "./types.ts";

export function referencePage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const server = document.servers[0]?.url ?? "";
  const homes = chaptersOfSchemas(document);
  const context: TypeContext = {
    schemas: document.components.schemas,
    limits: false,
    linkTo: (name) => (name === "Problem" || homes.has(name) ? `schema-${name}` : undefined),
  };
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  );
  const chapters = document.tags.map((tag) => {
    const objects = [...homes].filter(([, home]) => home === tag.name).map(([name]) => name);
    const here = calls.filter(({ operation }) => operation.tags[0] === tag.name);
    return html`${chapterHead(tag, here, objects)}${objects.map((name) => objectEntry(name, context))}${here.map((call) => callEntry(call, server, context))}`;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="side" id="contents">
<p class="title">${title}<span>${version}</span></p>
${contents(document)}</header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
<p>All calls are below <code>${server}</code>. This page is made from the <a href="openapi.json">OpenAPI document</a>.</p>
<h2 id="about-all-calls">About all calls</h2>
${toBlocks(description, 3)}
<h3 id="errors-by-status">Errors by status</h3>
${statusTable(document)}<h4 id="schema-Problem">Problem</h4>
${propertyTable(refToSchema("Problem"), context)}
${chapters}
<h2 id="manager-roles">Manager roles</h2>
${rolesChapter(document)}
<h2 id="permissions">Permissions</h2>
${permissionsChapter(document)}
</main>
</body>
</html>
`.text;
}

function contents({ info, tags }: OpenApiDocument): Html {
  const link = (title: string) => html`<li><a href="#${anchorOf(title)}">${title}</a></li>\n`;
  const conventions = [...info.description.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title);
  const group = (title: string, entries: readonly string[]) =>
    html`<p id="nav-${anchorOf(title)}">${title}</p>\n<ul aria-labelledby="nav-${anchorOf(title)}">${entries.map(link)}</ul>\n`;
  return html`<nav aria-label="Contents"><details><summary>Contents</summary>
${group("About all calls", [...conventions, "Errors by status"])}${group(
  "Calls",
  tags.map(({ name }) => name),
)}${group("Who may do what", ["Manager roles", "Permissions"])}</details></nav>
`;
}

function chapterHead({ name, description = "" }: Tag, calls: readonly Call[], objects: readonly string[]): Html {
  const linkToCall = ({ method, operation }: Call) =>
    html`<li><b>${method}</b><a href="#${operation.operationId}">${inline(operation.summary)}</a></li>\n`;
  return html`<h2 id="${anchorOf(name)}">${name}</h2>
${description === "" ? undefined : html`<p>${inline(description)}</p>\n`}<ul class="index">${calls.map(linkToCall)}${objects.map(
    (object) => html`<li><b>JSON</b><a href="#schema-${object}">${object}</a></li>\n`,
  )}</ul>
<p class="back"><a href="#contents">Back to the contents</a></p>
`;
}

function objectEntry(name: string, context: TypeContext): Html {
  const schema = context.schemas[name] ?? {};
  const words = schema.description === undefined ? undefined : html`<p>${inline(schema.description)}.</p>\n`;
  return html`<article id="schema-${name}" aria-labelledby="schema-${name}-title">
<h3 id="schema-${name}-title"><a href="#schema-${name}">${name}</a></h3>
${words}${hasProperties(schema, context) ? propertyTable(schema, context) : html`<p>${typeWords(schema, context)}</p>`}</article>
`;
}
