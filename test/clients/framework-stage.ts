/**
 * One framework as the Console offers it: registered as the wizard registers it, with the files of its example, filled with this
 * application's values, in a folder of their own. The tests run those files, so that an example that does not work is noticed.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoints, SnippetValues } from "../../console/src/applications/frameworks/framework.ts";
import type { Idp, Registered } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { registerAsWizard } from "./wizard.ts";

export interface FrameworkStage extends Disposable {
  readonly registered: Registered;
  /** Where the client runs. */
  readonly port: number;
  readonly origin: string;
  /** Holds the files of the example. */
  readonly folder: string;
  readonly values: SnippetValues;
  /** The text of one of them. */
  file(name: string): string;
  /** Puts another file beside them, or another text into one of them. */
  write(name: string, text: string): void;
}

export async function setFrameworkStage(idp: Idp, id: string): Promise<FrameworkStage> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { framework, ...registered } = await registerAsWizard(idp, id, origin);
  const values = await valuesFor(idp, registered);
  const files = framework.files?.(values) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "signet-client-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const { name, text } of files) write(name, text);
  return {
    registered,
    port,
    origin,
    folder,
    values,
    file: (name) => files.find((file) => file.name === name)?.text ?? assert.fail(`the example has no file ${name}`),
    write,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** As the code page fills them in. */
async function valuesFor(idp: Idp, { application }: Registered): Promise<SnippetValues> {
  const endpoints: Endpoints = JSON.parse(await (await fetch(`${idp.issuer}/.well-known/openid-configuration`)).text());
  const redirectUri = application.redirectUris[0] ?? "";
  return {
    issuer: idp.issuer,
    clientId: application.id,
    redirectUri,
    callbackPath: redirectUri === "" ? "" : new URL(redirectUri).pathname,
    postLogoutUri: application.postLogoutRedirectUris[0],
    scope: application.grantTypes.includes("refresh_token") ? "openid profile email offline_access" : "openid profile email",
    method: application.authMethod,
    inside: application.idTokenUserinfoAssertion,
    endpoints,
    insecure: true,
  };
}
