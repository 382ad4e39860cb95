/**
 * Servers that people put before Signet or beside it, from Debian: the path of each, installed first where it is
 * missing.
 */
import { existsSync, globSync } from "node:fs";
import { ensureProgram, findProgram } from "../../scripts/debian-package.ts";

const neededBy = "The tests with real proxies and clients";

export function ensureNginx(): string {
  const byHand = "Install it by hand (Debian: apt-get install nginx; macOS: brew install nginx).";
  return ensureProgram({ title: "nginx", names: ["nginx"], packages: ["nginx"], neededBy, byHand });
}

export interface ApacheTools {
  /** `apache2`, the server itself. */
  readonly server: string;
  /** The folder with `mod_….so`, mod_auth_openidc's among them. */
  readonly modules: string;
}

/** Only the programs: Debian's apache2-bin has neither a configuration nor a service. */
export function ensureApache(): ApacheTools {
  const program = {
    title: "Apache with mod_auth_openidc",
    names: ["apache2", "httpd"],
    packages: ["apache2-bin", "libapache2-mod-auth-openidc"],
    neededBy,
    byHand: "Install it by hand (Debian: apt-get install apache2-bin libapache2-mod-auth-openidc).",
  };
  const server = ensureProgram(program, () => (findModules() === undefined ? undefined : findProgram(program)));
  const modules = findModules();
  if (modules === undefined) throw new Error("Apache is there, and its modules are not.");
  return { server, modules };
}

function findModules(): string | undefined {
  const folders = ["/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", ...globSync("/usr/lib/*/apache2/modules")];
  return folders.find((folder) => existsSync(`${folder}/mod_auth_openidc.so`));
}
