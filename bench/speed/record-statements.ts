/**
 * Preloaded into a Signet (`node --import`), it notes what the driver is asked to do, statement by statement with its
 * values, and hands the notes to whoever connects to RECORD_PORT. Recorded below Signet's own code, so that nothing is
 * left out.
 */
import { Server } from "node:http";
import { createServer } from "node:net";
import { DatabaseSync, type SQLInputValue, StatementSync } from "node:sqlite";
import { serialize } from "node:v8";
import pg from "pg";
import type { Recording, Statement } from "./recording.ts";

let recording: Recording = { requests: 0, statements: [] };

function note(statement: Omit<Statement, "request">): void {
  recording.statements.push({ request: recording.requests, ...statement });
}

function isNoted(values: unknown): values is SQLInputValue[] {
  return Array.isArray(values);
}

for (const method of ["all", "get", "run"] as const) {
  const original = Reflect.get(StatementSync.prototype, method);
  Reflect.set(StatementSync.prototype, method, function (this: StatementSync, ...values: unknown[]) {
    if (isNoted(values)) note({ text: this.sourceSQL, values, method });
    return Reflect.apply(original, this, values);
  });
}

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (text: string): void {
  note({ text, values: [], method: "exec" });
  exec.call(this, text);
};

const query = Reflect.get(pg.Client.prototype, "query");
Reflect.set(pg.Client.prototype, "query", function (this: pg.Client, ...words: unknown[]) {
  const [first, second] = words;
  const text = typeof first === "string" ? first : textOf(first);
  const values = isNoted(second) ? second : valuesOf(first);
  note({ text, values, method: "query" });
  return Reflect.apply(query, this, words);
});

function textOf(config: unknown): string {
  return typeof config === "object" && config !== null && "text" in config ? String(config.text) : "";
}

function valuesOf(config: unknown): SQLInputValue[] {
  return typeof config === "object" && config !== null && "values" in config && isNoted(config.values)
    ? config.values
    : [];
}

const emit = Server.prototype.emit;
Reflect.set(Server.prototype, "emit", function (this: Server, name: string, ...values: unknown[]) {
  if (name === "request") recording = { ...recording, requests: recording.requests + 1 };
  return Reflect.apply(emit, this, [name, ...values]);
});

createServer((socket) => {
  const taken = recording;
  recording = { requests: 0, statements: [] };
  socket.on("error", () => {});
  socket.end(serialize(taken));
})
  .listen(Number(process.env.RECORD_PORT), "127.0.0.1")
  .unref();
