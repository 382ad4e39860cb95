/** Writes down where this process connects to, while something else is done. */
import { Socket as DatagramSocket } from "node:dgram";
import { Socket } from "node:net";

export async function connectionsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const { connect } = Socket.prototype;
  const { send } = DatagramSocket.prototype;
  // Everything that speaks TCP comes through here, TLS and fetch too.
  Socket.prototype.connect = function (this: Socket, ...to: Parameters<Socket["connect"]>) {
    seen.push(describe(to));
    return Reflect.apply(connect, this, to);
  } as Socket["connect"];
  DatagramSocket.prototype.send = function (this: DatagramSocket, ...to: Parameters<DatagramSocket["send"]>) {
    seen.push("a datagram");
    return Reflect.apply(send, this, to);
  } as DatagramSocket["send"];
  try {
    await work();
    // What was begun without being waited for.
    await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    Socket.prototype.connect = connect;
    DatagramSocket.prototype.send = send;
  }
  return seen;
}

function describe(to: readonly unknown[]): string {
  const [first] = to.flat();
  if (typeof first !== "object" || first === null) return String(first);
  const { host, port, path } = { host: undefined, port: undefined, path: undefined, ...first };
  return path ?? `${host}:${port}`;
}
