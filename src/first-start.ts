/**
 * The first start of an instance: makes what bootstrap needs outside the transaction, and hands out what is shown once.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import type { Config } from "./config.ts";
import { StartError } from "./errors/start-error.ts";
import { bootstrap } from "./identity/bootstrap.ts";
import { makeCredential } from "./identity/credential-keys/credential.ts";
import { findInstance } from "./identity/instance.ts";
import { isLoopbackHost } from "./identity/loopback.ts";
import { operatorsPassword } from "./identity/users/new-password.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { Storage } from "./storage/storage.ts";

export interface FirstManager {
  readonly login: string;
  /** Undefined when the operator chose it. */
  readonly generatedPassword: string | undefined;
}

/**
 * Does nothing when the instance exists. `announce` tells a person the password; it is called before anything is final.
 */
export async function firstStart(
  config: Config,
  services: { storage: Storage; passwords: Passwords },
  announce: (manager: FirstManager) => void,
): Promise<void> {
  if ((await findInstance(services.storage.db)) !== undefined) return;
  const { login, password: chosen } = config.admin;
  const [password, serviceKey] = await Promise.all([
    operatorsPassword(services.passwords, chosen),
    config.bootstrapKeyFile === undefined ? undefined : makeCredential(),
  ]);
  await bootstrap(services.storage, {
    login,
    passwordHash: password.hash,
    passwordChangeRequired: false,
    console: consoleAddresses(config.loginUrl),
    // Nobody but who sits at this machine, or was led to it, comes here. Elsewhere whoever runs it is asked.
    registrationOpen: isLoopbackHost(new URL(config.issuerUrl).hostname),
    serviceKey,
    async handOut({ keyFile }) {
      if (keyFile !== undefined && config.bootstrapKeyFile !== undefined)
        writeSecretFile(config.bootstrapKeyFile, `${JSON.stringify(keyFile, null, 2)}\n`);
      announce({ login, generatedPassword: chosen === undefined ? password.text : undefined });
    },
  });
}

export function consoleAddresses(loginUrl: string): { redirectUris: string[]; postLogoutRedirectUris: string[] } {
  return { redirectUris: [`${loginUrl}/console/callback`], postLogoutRedirectUris: [`${loginUrl}/console/`] };
}

/** Readable for this user only, from the first byte on, and whole or not there. */
function writeSecretFile(path: string, text: string): void {
  try {
    const temporary = `${path}.${process.pid}.tmp`;
    const file = openSync(temporary, "w", 0o600);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    throw new StartError(
      "environment",
      `The key file ${path} cannot be written. Check SIGNET_BOOTSTRAP_KEY_FILE and its folder.`,
      error,
    );
  }
}
