/** A request written byte by byte, for what no HTTP client would send, and the answer as it came. */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly text: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Sends the text and reads until the server ends the connection. */
export function rawRequest(port: number, text: string): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  return readAnswer(socket);
}

export function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received = "";
    socket.setTimeout(300_000, () => socket.destroy(new Error("no answer")));
    socket.on("data", (chunk: Buffer) => (received += chunk));
    socket.once("error", reject);
    socket.once("close", () => resolve(parse(received)));
  });
}

function parse(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 1).trim(),
  ]);
  return {
    text,
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: rest.join("\r\n\r\n"),
  };
}
