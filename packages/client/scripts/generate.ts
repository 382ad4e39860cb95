/**
 * Writes src/schema.d.ts, the types of the management API, from the same table of routes that serves it: no server is
 * needed. A path after it names another file to write.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { describeApi } from "../../../src/management/openapi/openapi.ts";
import { routes } from "../../../src/management/routes.ts";

const head = "/** Made by `npm run generate` from the routes of the management API; do not edit. */\n";
const target = process.argv[2] ?? join(import.meta.dirname, "../src/schema.d.ts");

const document: Parameters<typeof openapiTS>[0] = JSON.stringify(describeApi(routes, "/management/v1"));
writeFileSync(target, head + astToString(await openapiTS(document)));
