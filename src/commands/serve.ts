import { loadConfig } from "../config.ts";
import type { FirstManager } from "../first-start.ts";
import { createLogger } from "../http/logging.ts";
import { startNode } from "../server.ts";
import { runWorkers } from "../workers.ts";
import { banner, firstManagerNotice } from "./banner.ts";
import { type Command, print } from "./command.ts";

export const serve: Command = {
  path: "serve",
  summary: "Serve requests (the default)",
  async run() {
    const config = loadConfig(process.env);
    const log = createLogger(config.logLevel);
    if (config.workers > 1) {
      await runWorkers(config, log, { announce, ready: (registration) => print(banner(config, registration)) });
      return;
    }
    const node = await startNode(config, log, { announce });
    stopOnSignal(async () => {
      log.info("stopping");
      await node.stop();
      log.info("stopped");
    });
    // Last: whoever waits for it may send a signal at once.
    print(banner(config, node.registration));
  },
};

const announce = (manager: FirstManager): void => print(firstManagerNotice(manager));

/** The first signal drains; a second one does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
