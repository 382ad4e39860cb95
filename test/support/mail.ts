/** A real mail server on this machine, and reading what it got. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { outboxFolder } from "../../src/services.ts";
import type { TestDatabase } from "./engines.ts";

export interface ReceivedMail {
  /** Who the envelope names. */
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it came over TLS, and as whom. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly raw: string;
}

export interface MailServer {
  /** For SIGNET_SMTP_URL. */
  readonly url: string;
  readonly port: number;
  readonly mails: ReceivedMail[];
  close(): Promise<void>;
}

/** Takes every mail, without TLS and without asking who it is, unless the options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: typeof session.user === "string" ? session.user : undefined,
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        callback();
      });
    },
    ...options,
  });
  // A client that goes away in the middle is part of some tests.
  server.on("error", () => {});
  const listening: Server = server.server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What was written to the folder of a node on SQLite without a mail server, oldest first. */
export function mailsInFolder(database: TestDatabase): string[] {
  const folder = outboxFolder(database.url);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8"));
}

export interface ReadMail {
  /** In lower case, unfolded, as they stand. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
  /** The address that the text asks to open. */
  readonly link: string | undefined;
}

export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.trimStart()));
  const part = (type: string): string => {
    const found = parts.find((one) => one.headers.get("content-type")?.startsWith(type));
    if (found === undefined) throw new Error(`the mail has no part ${type}: ${raw}`);
    return found.headers.get("content-transfer-encoding") === "quoted-printable"
      ? decodeQuotedPrintable(found.body)
      : found.body;
  };
  const text = part("text/plain").replaceAll("\r\n", "\n");
  return { headers, text, html: part("text/html"), link: /^https?:\/\/\S+$/m.exec(text)?.[0] };
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (headers.has(name)) throw new Error(`the header ${name} is there twice`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: raw.slice(end + 4) };
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
