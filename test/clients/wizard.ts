/** Registers an application for a framework with exactly what the Console's wizard sets for it, and nothing else. */
import assert from "node:assert/strict";
import type { Endpoints, Framework } from "../../console/src/applications/frameworks/framework.ts";
import { frameworkOf } from "../../console/src/applications/frameworks/index.ts";
import { settingsFor } from "../../console/src/applications/frameworks/settings.ts";
import { valuesFor } from "../../console/src/applications/frameworks/values.ts";
import type { Idp, Registered } from "../support/idp.ts";

export interface RegisteredByWizard extends Registered {
  readonly framework: Framework;
  readonly clientId: string;
  /** A file of the example that the code page would show for it. */
  example(name: string): string;
}

/** `origin`: where the framework runs in the test, without a slash at the end. */
export async function registerAsWizard(idp: Idp, id: string, origin: string): Promise<RegisteredByWizard> {
  const framework = frameworkOf(id) ?? assert.fail(`there is no framework ${id}`);
  const { type, ...settings } = settingsFor(framework, origin);
  const { application, secret } = await idp.register(type, settings);
  const endpoints: Endpoints = (await idp.node.app.inject({ url: "/.well-known/openid-configuration" })).json();
  const clientId = application.id;
  const files = framework.files(valuesFor(framework, { ...application, clientId }, endpoints));
  const example = (name: string) => files.find((file) => file.name === name)?.text ?? assert.fail(`the example has no ${name}`);
  return { application, secret, framework, clientId, example };
}
