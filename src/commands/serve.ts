import { loadConfig } from "../config.ts";
import type { FirstManager } from "../first-start.ts";
import { createLogger } from "../http/logging.ts";
import { print } from "./command.ts";

export async function serve(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger(config.logLevel);
  // After the configuration, which may be all that is wrong.
  const { banner, firstManagerNotice } = await import("./banner.ts");
  const announce = (manager: FirstManager): void => print(firstManagerNotice(manager));
  if (config.workers > 1) {
    const { runWorkers } = await import("../workers.ts");
    await runWorkers(config, log, { announce, ready: (registration) => print(banner(config, registration)) });
    return;
  }
  const { startNode } = await import("../server.ts");
  const node = await startNode(config, log, { announce });
  stopOnSignal(async () => {
    log.info("stopping");
    await node.stop();
    log.info("stopped");
  });
  // Last: whoever waits for it may send a signal at once.
  print(banner(config, node.registration));
}

/** The first signal drains; a second one does not wait. */
function stopOnSignal(stop: () => Promise<void>): void {
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
