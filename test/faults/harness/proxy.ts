/**
 * A connection in between that can be made slow, forgetful or lead elsewhere, while both ends believe it is the other
 * one.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Detour {
  readonly port: number;
  /** Where new connections lead; those there are end. `undefined`: nowhere. */
  leadTo(port: number | undefined): void;
  /** Takes connections and whatever is sent, and never answers. */
  isSilent: boolean;
  /** Added to everything that comes back. */
  delayMs: number;
  /** Asked once a connection, when the first answer comes: true loses it, and the connection with it. */
  losesAnswer: () => boolean;
  close(): Promise<void>;
}

export async function openProxy(target: number | undefined): Promise<Detour> {
  const open = new Set<Socket>();
  let leadsTo = target;
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer({ noDelay: true }, (near) => {
    if (leadsTo === undefined) {
      near.destroy();
      return;
    }
    if (proxy.isSilent) {
      open.add(near);
      near.on("error", () => {});
      near.once("close", () => open.delete(near));
      near.resume();
      return;
    }
    const far = connect({ host: "127.0.0.1", port: leadsTo, noDelay: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.on("data", (chunk) => far.write(chunk));
    near.once("end", () => far.end());
    let first = true;
    far.on("data", (chunk) => {
      if (first && proxy.losesAnswer()) {
        near.destroy();
        return;
      }
      first = false;
      if (proxy.delayMs === 0) near.write(chunk);
      else setTimeout(() => near.destroyed || near.write(chunk), proxy.delayMs);
    });
    far.once("end", () => setTimeout(() => near.end(), proxy.delayMs));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: Detour = {
    port: (server.address() as AddressInfo).port,
    isSilent: false,
    delayMs: 0,
    losesAnswer: () => false,
    leadTo(port) {
      leadsTo = port;
      cut();
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}
