/**
 * The passwords that are guessed first: some ten thousand that leaked from many places, kept here and asked nowhere.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** No policy allows a shorter one, so those need not be remembered. */
const SHORTEST = 8;

let known: Promise<ReadonlySet<string>> | undefined;

/** Capitals do not make it less common. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readList();
  return (await known).has(password.normalize("NFKC").toLowerCase());
}

/**
 * Read when somebody first chooses a password. The list alone: the package's own module would keep other lists in
 * memory too.
 */
async function readList(): Promise<ReadonlySet<string>> {
  const path = fileURLToPath(import.meta.resolve("@zxcvbn-ts/language-common/src/passwords.json"));
  const list: string[] = JSON.parse(await readFile(path, "utf8"));
  return new Set(list.filter((password) => password.length >= SHORTEST));
}
