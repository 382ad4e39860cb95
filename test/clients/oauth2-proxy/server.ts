/** oauth2-proxy, built from the version in go.mod, before an application that tells which headers it was sent. */
import { join } from "node:path";
import { buildOnce, runTool } from "../build-once.ts";
import { type ClientProcess, startClient } from "../client-process.ts";
import type { FrameworkStage } from "../framework-stage.ts";
import { startTeller } from "../teller.ts";

const source = import.meta.dirname;

function build(): Promise<string> {
  return buildOnce({
    name: "oauth2-proxy",
    sources: ["go.mod", "go.sum"].map((file) => join(source, file)),
    async build(folder) {
      await runTool(
        "go",
        ["build", "-o", join(folder, "oauth2-proxy"), "github.com/oauth2-proxy/oauth2-proxy/v7"],
        source,
      );
    },
  });
}

/** `more`: lines of its configuration that the example does not have. */
export async function startOauth2Proxy(
  stage: FrameworkStage,
  secret: string,
  more: readonly string[] = [],
): Promise<ClientProcess> {
  const program = join(await build(), "oauth2-proxy");
  const behind = await startTeller();
  // Where the proxy listens and what stands behind it are the reader's own; the rest is the example, word for word.
  const example = stage.registered
    .example("oauth2-proxy.cfg")
    .replace(/^upstreams = .*$/m, `upstreams = ["http://127.0.0.1:${behind.port}"]`);
  stage.write("oauth2-proxy.cfg", [example, `http_address = "127.0.0.1:${stage.port}"`, ...more, ""].join("\n"));
  const proxy = await startClient({
    command: program,
    words: ["--config", "oauth2-proxy.cfg"],
    folder: stage.folder,
    environment: {
      OAUTH2_PROXY_CLIENT_SECRET: secret,
      OAUTH2_PROXY_COOKIE_SECRET: crypto.randomUUID().replaceAll("-", ""),
    },
    url: `${stage.origin}/ping`,
  });
  const stop = async () => {
    await proxy.stop();
    await behind.close();
  };
  return { ...proxy, stop, [Symbol.asyncDispose]: stop };
}
