/**
 * Where there is no mail server: every mail is a file in a folder. They hold links that work, so they are for this user
 * only.
 */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MailFailure } from "./failure.ts";
import type { Transport } from "./transport.ts";

export function folderTransport(folder: string): Transport {
  return {
    kind: "folder",
    async send({ id, bytes }) {
      const path = join(folder, `${id}.eml`);
      const unfinished = `${path}.${process.pid}.tmp`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
        await rename(unfinished, path);
      } catch (error) {
        throw new MailFailure("folder_not_writable", { cause: error });
      }
    },
  };
}
