/** The entry of one call in the reference. */
import { type Html, html } from "../../pages/html.ts";
import { type Operation, type ResponseObject, referredName, type Schema } from "../openapi/document.ts";
import { curlOf } from "./curl.ts";
import { hasProperties, parameterTable, propertyTable } from "./tables.ts";
import { inline, toBlocks } from "./text.ts";
import { listed, type TypeContext, typeWords } from "./types.ts";

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function callEntry({ method, path, operation }: Call, server: string, context: TypeContext): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = schemaOf(requestBody?.content);
  const sent = { ...context, limits: true };
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a href="#${operationId}">${inline(summary)}</a></h3>
<p class="call"><b>${method}</b> <code>${path}</code></p>
${toBlocks(withPermissionLink(description), 4)}${parameters.length === 0 ? undefined : html`<h4>Parameters</h4>\n${parameterTable(parameters, sent)}`}${body === undefined ? undefined : html`<h4>Body</h4>\n${propertyTable(body, sent)}`}${answers(responses, context)}<h4>Example</h4>
<pre><code>${curlOf(method, server + path, operation)}</code></pre>
</article>
`;
}

/** The permission is a word of its own chapter. */
function withPermissionLink(description: string): string {
  return description.replace(/Needs the permission `([\w.]+)`/, "Needs the permission [$1](#permission-$1)");
}

function schemaOf(content: ResponseObject["content"]): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

function answers(responses: Operation["responses"], context: TypeContext): Html {
  const failures = Object.keys(responses).filter((status) => /^[45]/.test(status));
  const done = Object.entries(responses).flatMap(([status, response]) =>
    "description" in response ? [{ status, response }] : [],
  );
  return html`${done.map(({ status, response }) => answer(status, response, context))}<p class="quiet">Errors: ${listed(
    failures.map((status) => html`<a href="#status-${status}">${status}</a>`),
  )}</p>
`;
}

function answer(status: string, response: ResponseObject, context: TypeContext): Html {
  const [type = ""] = Object.keys(response.content ?? {});
  const schema = type === "application/json" ? schemaOf(response.content) : undefined;
  const shown = schema !== undefined && isShownHere(schema, context);
  const named = schema === undefined || shown ? undefined : html`: ${typeWords(schema, context)}`;
  const stream = schema === undefined && type !== "" ? html`, as <code>${type}</code>` : undefined;
  const headers = Object.keys(response.headers ?? {}).filter((name) => !name.startsWith("RateLimit"));
  const withHeaders =
    headers.length === 0 ? undefined : html`, with ${listed(headers.map((name) => html`<code>${name}</code>`))}`;
  return html`<h4>Answer ${status}</h4>
<p>${response.description}${named}${stream}${withHeaders}</p>
${shown ? propertyTable(schema, context) : undefined}`;
}

/** What has a table of its own is only named. */
function isShownHere(schema: Schema, context: TypeContext): boolean {
  const name = referredName(schema);
  return (name === undefined || context.linkTo(name) === undefined) && hasProperties(schema, context);
}
