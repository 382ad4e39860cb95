/** Registers an application for a framework with exactly what the Console's wizard sets for it, and nothing else. */
import assert from "node:assert/strict";
import type { Framework } from "../../console/src/applications/frameworks/framework.ts";
import { frameworkOf } from "../../console/src/applications/frameworks/index.ts";
import { settingsFor } from "../../console/src/applications/frameworks/settings.ts";
import type { Idp, Registered } from "../support/idp.ts";

/** `origin`: where the framework runs in the test, without a slash at the end. */
export async function registerAsWizard(idp: Idp, id: string, origin: string): Promise<Registered & { framework: Framework }> {
  const framework = frameworkOf(id) ?? assert.fail(`there is no framework ${id}`);
  const { type, ...settings } = settingsFor(framework, origin);
  return { ...(await idp.register(type, settings)), framework };
}
