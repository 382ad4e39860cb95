import { loadConfig } from "../config.ts";
import { createLogger } from "../http/logging.ts";
import { openFoundation } from "../services.ts";
import { open, wouldBeMade } from "../storage/storage.ts";
import { print } from "./command.ts";

export async function migrate(): Promise<void> {
  const config = loadConfig(process.env);
  const version = await versionOf(config.databaseUrl);
  const { storage } = await openFoundation(config, createLogger(config.logLevel));
  try {
    const after = await storage.schemaVersion();
    print(
      after === version
        ? `The schema is current: version ${after}.`
        : `The schema went from version ${version} to ${after}.`,
    );
  } finally {
    await storage.close();
  }
}

async function versionOf(databaseUrl: string): Promise<number> {
  if (wouldBeMade(databaseUrl)) return 0;
  const storage = await open(databaseUrl);
  return storage.schemaVersion().finally(() => storage.close());
}
