/** The address of PostgreSQL. It may name several servers, as libpq writes it: `postgres://USER@ONE:5432,TWO:5432/DATABASE`. */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;
/** Whatever else one may ask of libpq there: Signet has to write. */
const LEADING = [null, "any", "primary", "read-write"];

/** One address for each server, in the order in which they are to be tried; none where the text is no address. */
export function serversOf(address: string): readonly string[] {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(address) ?? [];
  const servers = hosts.split(",").map((host) => `${before}${host}${after}`);
  const isWhole = servers.length === 1 || !hosts.split(",").includes("");
  return isWhole && servers.every(leads) ? servers : [];
}

function leads(server: string): boolean {
  const url = URL.parse(server);
  return url !== null && LEADING.includes(url.searchParams.get("target_session_attrs"));
}
