/**
 * One framework as the Console offers it: registered as the wizard registers it, with the files of its example, filled
 * with this application's values, in a folder of their own. The tests run those files, so that an example that does not
 * work is noticed.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApplicationSettings } from "../../src/identity/applications/types.ts";
import type { Idp } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { type RegisteredByWizard, registerAsWizard } from "./wizard.ts";

export interface FrameworkStage extends Disposable {
  readonly registered: RegisteredByWizard;
  /** Where the client runs. */
  readonly port: number;
  readonly origin: string;
  /** Holds the files of the example. */
  readonly folder: string;
  /** Puts another file beside them, or another text into one of them. */
  write(name: string, text: string): void;
  /** An empty one, for a second program. */
  newFolder(): string;
}

/** `change`: what somebody decides otherwise than the wizard proposes, where a framework leaves the choice. */
export async function setFrameworkStage(
  idp: Idp,
  id: string,
  change: Partial<ApplicationSettings> = {},
): Promise<FrameworkStage> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const registered = await registerAsWizard(idp, id, origin, change);
  const folders: string[] = [];
  const newFolder = () => {
    const made = mkdtempSync(join(tmpdir(), "signet-client-"));
    folders.push(made);
    return made;
  };
  const folder = newFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const { name, text } of registered.files) write(name, text);
  return {
    registered,
    port,
    origin,
    folder,
    write,
    newFolder,
    [Symbol.dispose]: () => {
      for (const made of folders) rmSync(made, { recursive: true, force: true });
    },
  };
}
