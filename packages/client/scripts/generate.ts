/**
 * Writes src/schema.d.ts, the types of the management API, from the same table of routes that serves it: no server is
 * needed. It is not kept in the repository; whatever checks types or packs this folder makes it first.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { describeApi } from "../../../src/management/openapi/openapi.ts";
import { routes } from "../../../src/management/routes.ts";

const head = "/** Made by `npm run generate` from the routes of the management API; do not edit. */\n";
const target = join(import.meta.dirname, "../src/schema.d.ts");

const document: Parameters<typeof openapiTS>[0] = JSON.stringify(describeApi(routes, "/management/v1"));
const types = head + astToString(await openapiTS(document));
// Left alone when nothing has changed, so that editors and compilers that watch it need not begin anew.
if (!existsSync(target) || readFileSync(target, "utf8") !== types) writeFileSync(target, types);
