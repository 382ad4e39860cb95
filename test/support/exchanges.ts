/**
 * Everything that goes into an app and comes out of it, on a socket or injected, in whichever of its rooms it is
 * answered.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../../src/http/app.ts";

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly sent: string;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, unknown>>;
  readonly answer: string;
}

/** Pictures and scripts are long, and have nothing of anybody in them. */
const MOST_BYTES = 1 << 20;

/** To be called before the app is ready. */
export function watchExchanges(app: App, see: (exchange: Exchange) => void): void {
  app.addHook("onRequest", (request, reply, done) => {
    watch(request.raw, reply.raw, see);
    done();
  });
}

function watch(request: IncomingMessage, response: ServerResponse, see: (exchange: Exchange) => void): void {
  const [sent, answered] = [new Bytes(), new Bytes()];
  const { emit } = request;
  // A listener of our own would make the body flow before anybody wants it.
  request.emit = function (this: IncomingMessage, event: string | symbol, ...given: unknown[]) {
    if (event === "data") sent.add(given[0]);
    return Reflect.apply(emit, this, [event, ...given]);
  } as IncomingMessage["emit"];
  const { write, end } = response;
  response.write = function (this: ServerResponse, ...given: unknown[]) {
    answered.add(given[0]);
    return Reflect.apply(write, this, given);
  } as ServerResponse["write"];
  response.end = function (this: ServerResponse, ...given: unknown[]) {
    answered.add(given[0]);
    see({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      sent: sent.text(),
      status: response.statusCode,
      answerHeaders: response.getHeaders(),
      answer: answered.text(),
    });
    return Reflect.apply(end, this, given);
  } as ServerResponse["end"];
}

class Bytes {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  add(chunk: unknown): void {
    const bytes =
      typeof chunk === "string" ? Buffer.from(chunk) : chunk instanceof Uint8Array ? Buffer.from(chunk) : undefined;
    if (bytes === undefined || this.#length > MOST_BYTES) return;
    this.#length += bytes.length;
    this.#chunks.push(bytes);
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
