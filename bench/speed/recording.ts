/** What Signet asks of its database during a work, as record-statements.ts notes it. */
import { connect } from "node:net";
import type { SQLInputValue } from "node:sqlite";
import { deserialize } from "node:v8";

export interface Statement {
  /** Of the requests since the notes were taken, the one that had come last: 1 is the first. */
  readonly request: number;
  readonly text: string;
  readonly values: SQLInputValue[];
  readonly method: "all" | "get" | "run" | "exec" | "query";
}

export interface Recording {
  readonly requests: number;
  readonly statements: Statement[];
}

/** Takes the notes away: the next ones begin anew. */
export function takeRecording(port: number): Promise<Recording> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("error", reject);
    socket.once("end", () => resolve(deserialize(Buffer.concat(chunks))));
  });
}

const WRITES = /^\s*(insert|update|delete|with .*\b(insert|update|delete)\b)/is;

/** Whether running it again would find another database than the first time. */
export function isWrite({ text }: Statement): boolean {
  return WRITES.test(text);
}
