/** The commands as a table. What one needs is loaded when it is run: help and a wrong word cost next to nothing. */
import type { Command } from "./command.ts";

export const commands: readonly Command[] = [
  {
    path: "serve",
    summary: "Serve requests (the default)",
    run: async () => (await import("./serve.ts")).serve(),
  },
  {
    path: "migrate",
    summary: "Bring the database to this version's schema, without serving",
    detail:
      "`signet serve` does this by itself. Running it before an upgrade separates the change of the schema from the restart of the nodes.",
    run: async () => (await import("./migrate.ts")).migrate(),
  },
  {
    path: "keys list",
    summary: "List the signing keys and ticket keys with their states",
    run: async () => (await import("./keys.ts")).printKeys(),
  },
  {
    path: "keys rotate",
    summary: "Let the published spare keys take over",
    detail:
      "A spare takes over at once when it has been published for 24 hours, otherwise as soon as it has been: by then every\n" +
      "client has seen it. The former keys stay published until everything they signed has expired.",
    options: { algorithm: { type: "string" }, now: { type: "boolean" } },
    optionHelp: {
      algorithm: "only this one: RS256, ES256, EdDSA or ticket",
      now: "do not wait until the spare has been published for 24 hours",
    },
    run: async (input) => (await import("./keys.ts")).rotateKeys(input),
  },
  {
    path: "keys revoke",
    summary: "Take a compromised key out at once",
    detail:
      "Whatever the key signed or sealed stops being accepted, on every node, within seconds. Revoking an active ticket key\n" +
      "signs everybody out. If it was the active key, the spare takes over immediately.",
    arguments: ["<key id>"],
    run: async (input) => (await import("./keys.ts")).revokeKey(input),
  },
  {
    path: "keys enable",
    summary: "Make keys of a further algorithm, so that applications can choose it",
    arguments: ["<algorithm>"],
    run: async (input) => (await import("./keys.ts")).enableAlgorithm(input),
  },
  {
    path: "master-key rotate",
    summary: "Change the master key: seal every secret in the database under the new one",
    detail:
      "With the key in a file beside an embedded database, a new key is made and the file replaced; restart the server after it.\n" +
      "Otherwise give the new key in SIGNET_MASTER_KEY (or its file) and the former one in SIGNET_MASTER_KEY_PREVIOUS, restart\n" +
      "every node with both, run this command, then take SIGNET_MASTER_KEY_PREVIOUS away.",
    run: async () => (await import("./master-key.ts")).rotateMasterKey(),
  },
  {
    path: "admin recover",
    summary: "Let a locked-out owner of the instance back in, with a new password",
    detail:
      "The user gets the role IAM_OWNER if it is missing, is activated or unlocked, and is signed out everywhere. A login name\n" +
      "that nobody has makes a new user in the first organization. Without --login it is the one of SIGNET_ADMIN_LOGIN.",
    options: { login: { type: "string" } },
    optionHelp: { login: "the login name, such as ada@example.com" },
    run: async (input) => (await import("./admin.ts")).recover(input),
  },
  {
    path: "backup",
    summary: "Copy the SQLite database to a file, also while Signet serves",
    detail:
      "The copy is of one moment, whole, and for this user only. A file that exists is never overwritten. The master key is not in\n" +
      "it: keep a copy of that apart. PostgreSQL has pg_dump and base backups of its own.",
    arguments: ["<file>"],
    run: async (input) => (await import("./backup.ts")).backup(input),
  },
  {
    path: "config check",
    summary: "Check the environment and show what it means, without starting",
    run: async () => (await import("./config-check.ts")).checkConfig(),
  },
  {
    path: "doctor",
    summary: "Look for what is wrong with this Signet, and say what to do",
    detail:
      "Looks at the configuration, the database, the clock, the keys, mail, the addresses and the proxy, whether Signet runs or not,\n" +
      "and changes nothing. Exit code 0 when there is no problem, 1 otherwise.",
    options: { json: { type: "boolean" } },
    optionHelp: { json: "for machines: one JSON object with all that was found" },
    run: async (input) => (await import("./doctor/doctor.ts")).diagnose(input),
  },
  {
    path: "version",
    summary: "Print the version",
    run: async () => (await import("./version.ts")).printVersion(),
  },
];
