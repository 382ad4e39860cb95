/** Whether the address of a client can be known behind a proxy, as far as that can be told from here. */
import { BlockList, isIPv6 } from "node:net";
import type { Config } from "../../config.ts";
import { now } from "../../storage/now.ts";
import type { Database } from "./database.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const CHECK = "proxy";
const FEW = 5;
/** As many as there are (identity/limits/attempts.ts), and more. */
const MOST_KINDS = 20;
const HOUR_MS = 3_600_000;

export async function proxyFindings(config: Config, database: Database | undefined): Promise<Finding[]> {
  const { trustedProxies, loginUrl, host } = config;
  const everybody = trustedProxies.find((network) => network.endsWith("/0"));
  if (everybody !== undefined) {
    return [
      problem(
        CHECK,
        `SIGNET_TRUSTED_PROXIES trusts ${everybody}, which is everybody.`,
        "Anyone can then claim any address, and sign-ins are no longer counted by address. Name your proxies.",
      ),
    ];
  }
  const own = database === undefined ? undefined : await theOneAddress(database);
  if (own !== undefined && loginUrl.startsWith("https:")) {
    return [
      warning(
        CHECK,
        `All failed sign-ins of the last hour came from ${own}.`,
        "That looks like your proxy: name it in SIGNET_TRUSTED_PROXIES and let it add X-Forwarded-For; docs/proxy.md shows how.",
      ),
    ];
  }
  if (loginUrl.startsWith("http:")) return [ok(CHECK, "Served on this machine only, without a proxy.")];
  if (trustedProxies.length === 0) {
    return [
      warning(
        CHECK,
        "With https there is a proxy, but SIGNET_TRUSTED_PROXIES names none.",
        "All people then have the proxy's address: name it, or a few wrong passwords slow everybody down.",
      ),
    ];
  }
  const trusts = inNetworks(trustedProxies);
  if (host === "127.0.0.1" && !trusts("127.0.0.1")) {
    return [
      warning(
        CHECK,
        "Signet listens on 127.0.0.1 only, so its proxy is on this machine, but SIGNET_TRUSTED_PROXIES does not name it.",
        "Add 127.0.0.1.",
      ),
    ];
  }
  return [
    ok(
      CHECK,
      `Trusted: ${trustedProxies.join(", ")}. Whether the proxy adds X-Forwarded-For cannot be known from here: a sign-in with a wrong password from outside shows it.`,
    ),
  ];
}

/** Where every attempt that was counted lately came from one address within the house; of others nothing is told. */
async function theOneAddress({ storage: { db } }: Database): Promise<string | undefined> {
  const rows = await db
    .selectFrom("proof_attempts")
    .select(["subject", "count"])
    .where("subject", "like", "address:%")
    .where("last_at", ">", (eb) => eb(now, "-", HOUR_MS))
    .limit(MOST_KINDS + 1)
    .execute();
  // An address has a row for each kind of attempt.
  const [address, other] = new Set(
    rows.map(({ subject }) => subject.slice("address:".length, subject.lastIndexOf(":"))),
  );
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  if (address === undefined || other !== undefined || count < FEW) return undefined;
  return inNetworks(["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7"])(
    address.replace(/\/\d+$/, ""),
  )
    ? address
    : undefined;
}

function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
