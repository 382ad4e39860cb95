import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = join(import.meta.dirname, "../..");
const copy = await mkdtemp(join(tmpdir(), "signet-passwords-"));
after(() => rm(copy, { recursive: true }));

test("passwords are hashed in worker threads also where the package is plain JavaScript", async () => {
  await writeFile(join(copy, "package.json"), `{ "type": "module" }`);
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  for (const room of ["passwords", "errors"]) {
    await mkdir(join(copy, room));
    for (const file of await readdir(join(root, "src", room))) {
      const source = stripTypeScriptTypes(await readFile(join(root, "src", room, file), "utf8"));
      await writeFile(
        join(copy, room, file.replace(/\.ts$/, ".js")),
        source.replaceAll(/(from "\.[^"]+)\.ts"/g, `$1.js"`),
      );
    }
  }

  const { openPasswords, signetItself } = await import(join(copy, "passwords/passwords.js"));
  const passwords = openPasswords({ threads: 1, parameters: { memory: 64, passes: 1, parallelism: 1 } });
  const hash = await passwords.hash("correct horse", signetItself);
  assert.equal(await passwords.verify(hash, "correct horse", signetItself), "right");
  assert.equal(await passwords.verify(hash, "wrong horse", signetItself), "wrong");
  await passwords.close();
});
