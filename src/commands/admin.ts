import { loadConfig } from "../config.ts";
import { StartError } from "../errors/start-error.ts";
import { createLogger } from "../http/logging.ts";
import { findInstance } from "../identity/instance.ts";
import { recoverOwner } from "../identity/recover.ts";
import { operatorsPassword } from "../identity/users/new-password.ts";
import { openPasswords } from "../passwords/passwords.ts";
import { openFoundation } from "../services.ts";
import { type CommandInput, print } from "./command.ts";

export async function recover({ options }: CommandInput): Promise<void> {
  const config = loadConfig(process.env);
  const { storage } = await openFoundation(config, createLogger(config.logLevel));
  const passwords = openPasswords();
  try {
    if ((await findInstance(storage.db)) === undefined) {
      throw new StartError(
        "environment",
        "This database has no instance yet. `signet serve` makes one, with its first manager.",
      );
    }
    const password = await operatorsPassword(passwords);
    const login = typeof options.login === "string" ? options.login : config.admin.login;
    const input = { login, passwordHash: password.hash };
    const recovered = await recoverOwner(storage, input, { actor: { kind: "operator" } });
    print(`${recovered.created ? "A new owner of the instance" : "The owner of the instance"} can sign in with\n`);
    print(`  Login name  ${recovered.login}`);
    print(`  Password    ${password.text}\n`);
    print("The password is not shown again.");
  } finally {
    await passwords.close();
    await storage.close();
  }
}
