/** The errors of the reference: every status that means a failure, with the codes that come with it. */
import { type Html, html } from "../../pages/html.ts";
import type { OpenApiDocument } from "../openapi/document.ts";
import { inline } from "./text.ts";

export function statusTable({ paths, components }: OpenApiDocument): Html {
  const seen = new Map<string, string>();
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) if ("$ref" in response) seen.set(status, response.$ref);
  }
  const entries = [...seen]
    .filter(([status]) => status !== "default")
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([status, reference]) => {
      const codes = (components.responses[reference.split("/").at(-1) ?? ""]?.description ?? "").split("; ");
      return html`<tr id="status-${status}"><th scope="row">${status}</th><td>${codes.map((words) => html`<p>${inline(words)}</p>`)}</td></tr>\n`;
    });
  return html`<table><thead class="unseen"><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead><tbody>
${entries}</tbody></table>\n`;
}
