/** A call as it would be typed in a shell, with variables for what only the reader knows. */
import type { Operation } from "../openapi/document.ts";

export function curlOf(method: string, url: string, { parameters, requestBody }: Operation): string {
  const address = url.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`);
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = required.map(({ name }) => `${name}=$${name.replace(/[A-Z]/g, "_$&").toUpperCase()}`).join("&");
  const body = Object.values(requestBody?.content ?? {})[0]?.example;
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${address}${query === "" ? "" : `?${query}`}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(requestBody === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n  ");
}
