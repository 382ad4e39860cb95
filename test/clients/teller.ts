/** What stands behind a proxy: answers with the headers that it was sent, as JSON. */
import { createServer } from "node:http";

export interface Teller {
  readonly port: number;
  close(): Promise<void>;
}

export async function startTeller(): Promise<Teller> {
  const teller = createServer((request, response) => response.end(JSON.stringify(request.headers))).unref();
  await new Promise<void>((resolve) => teller.listen(0, "127.0.0.1", resolve));
  const address = teller.address();
  if (address === null || typeof address === "string") throw new Error("it listens nowhere");
  const close = () =>
    new Promise<void>((resolve) => {
      teller.close(() => resolve());
      teller.closeAllConnections();
    });
  return { port: address.port, close };
}
