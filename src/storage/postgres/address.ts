/**
 * The address of PostgreSQL. It may name several servers, as libpq writes it:
 * `postgres://USER@ONE:5432,TWO:5432/DATABASE`.
 */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** One address for each server, in the order in which they are to be tried; none where the text is no address. */
export function serversOf(address: string): readonly string[] {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(address) ?? [];
  const names = hosts.split(",");
  const servers = names.map((name) => `${before}${name}${after}`);
  const isWhole = servers.length === 1 || !names.includes("");
  return isWhole && servers.every((server) => URL.canParse(server)) ? servers : [];
}
