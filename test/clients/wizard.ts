/** Registers an application for a framework with exactly what the Console's wizard sets for it, and nothing else. */
import assert from "node:assert/strict";
import type {
  Endpoints,
  Framework,
  SnippetFile,
  SnippetValues,
} from "../../console/src/applications/frameworks/framework.ts";
import { frameworkOf } from "../../console/src/applications/frameworks/index.ts";
import { settingsFor } from "../../console/src/applications/frameworks/settings.ts";
import { valuesFor } from "../../console/src/applications/frameworks/values.ts";
import type { ApplicationSettings } from "../../src/identity/applications/types.ts";
import type { Idp, Registered } from "../support/idp.ts";

export interface RegisteredByWizard extends Registered {
  readonly framework: Framework;
  readonly clientId: string;
  /** What the example is filled with, and its files as the code page would show them. */
  readonly values: SnippetValues;
  readonly files: readonly SnippetFile[];
  /** The text of one of them. */
  example(name: string): string;
}

/**
 * `origin`: where the framework runs in the test, without a slash at the end. `change`: what somebody decides otherwise
 * than the wizard proposes, where a framework leaves the choice.
 */
export async function registerAsWizard(
  idp: Idp,
  id: string,
  origin: string,
  change: Partial<ApplicationSettings> = {},
): Promise<RegisteredByWizard> {
  const framework = frameworkOf(id) ?? assert.fail(`there is no framework ${id}`);
  const { type, ...settings } = settingsFor(framework, origin);
  const { application, secret } = await idp.register(type, { ...settings, ...change });
  const endpoints: Endpoints = (await idp.node.app.inject({ url: "/.well-known/openid-configuration" })).json();
  const clientId = application.id;
  const proposed = valuesFor(framework, { ...application, clientId }, endpoints);
  // Nobody comes back to an API: only the test knows at which port it is.
  const values = { ...proposed, port: Number(new URL(origin).port) || proposed.port };
  const files = framework.files(values);
  const example = (name: string) =>
    files.find((file) => file.name === name)?.text ?? assert.fail(`the example has no ${name}`);
  return { application, secret, framework, clientId, values, files, example };
}
