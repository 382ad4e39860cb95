/** Apache with mod_auth_openidc before an application that tells which headers it was sent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureApache } from "../../support/debian-tools.ts";
import { type ClientProcess, startClient } from "../client-process.ts";
import type { FrameworkStage } from "../framework-stage.ts";
import { startTeller } from "../teller.ts";

/** Of what Apache has, the little that it needs to run, to let people in and to pass requests on. */
const modules = ["mpm_event", "authn_core", "authz_core", "authz_user", "proxy", "proxy_http", "auth_openidc"];

export async function startApache(stage: FrameworkStage, secret: string): Promise<ClientProcess> {
  const { server, modules: folder } = ensureApache();
  const behind = await startTeller();
  const log = join(stage.folder, "error.log");
  stage.write(
    "httpd.conf",
    [
      `ServerRoot "${stage.folder}"`,
      `ServerName localhost`,
      `Listen 127.0.0.1:${stage.port}`,
      `PidFile "${join(stage.folder, "httpd.pid")}"`,
      `DefaultRuntimeDir "${stage.folder}"`,
      `Mutex file:${stage.folder} default`,
      `ErrorLog "${log}"`,
      ...modules.map((name) => `LoadModule ${name}_module ${folder}/mod_${name}.so`),
      `ProxyPass /protected/redirect_uri !`,
      `ProxyPass / http://127.0.0.1:${behind.port}/`,
      `Include "${join(stage.folder, "signet.conf")}"`,
      "",
    ].join("\n"),
  );
  const apache = await startClient({
    command: server,
    words: ["-X", "-f", join(stage.folder, "httpd.conf")],
    folder: stage.folder,
    environment: { CLIENT_SECRET: secret, SESSION_SECRET: crypto.randomUUID() },
    url: `${stage.origin}/alive`,
  });
  const stop = async () => {
    await apache.stop();
    await behind.close();
  };
  return { ...apache, output: () => apache.output() + readFileSync(log, "utf8"), stop, [Symbol.asyncDispose]: stop };
}
