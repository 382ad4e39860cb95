/**
 * Sends mails through an SMTP server, one connection each. Every wait is bounded; a server that hangs costs nothing but
 * its mail.
 */
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Message } from "./compose.ts";
import { MailFailure } from "./failure.ts";
import { toMailFailure } from "./smtp-failure.ts";
import type { SmtpServer } from "./smtp-server.ts";
import type { Transport } from "./transport.ts";

/** From the name lookup to the end of STARTTLS. */
const CONNECT_MS = 15_000;
/** Without a byte from the server. */
const SILENCE_MS = 20_000;

export interface SmtpTransport extends Transport {
  /** Connects and logs in as for a mail, and sends none. Throws a MailFailure. */
  check(signal: AbortSignal): Promise<void>;
}

export function smtpTransport(
  server: SmtpServer,
  options: { clientName: string; timeouts?: { connectMs: number; silenceMs: number } },
): SmtpTransport {
  const { connectMs = CONNECT_MS, silenceMs = SILENCE_MS } = options.timeouts ?? {};

  async function connection(): Promise<SMTPConnection> {
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    return new Connection({
      host: server.host,
      port: server.port,
      secure: server.tlsFromStart,
      // Whoever can cut STARTTLS out of what the server offers must not get the password for it.
      requireTLS: server.login !== undefined && !server.isThisMachine,
      ...(server.isThisMachine ? { tls: { rejectUnauthorized: false } } : {}),
      name: options.clientName,
      dnsTimeout: connectMs,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      // It would log addresses and what the server says.
      logger: false,
    });
  }

  async function talk(signal: AbortSignal, work: (smtp: SMTPConnection) => Promise<void>): Promise<void> {
    const smtp = await connection();
    try {
      await new Promise<void>((resolve, reject) => {
        const cutOff = () =>
          reject(signal.reason instanceof MailFailure ? signal.reason : new MailFailure("server_too_slow"));
        if (signal.aborted) return cutOff();
        signal.addEventListener("abort", cutOff, { once: true });
        // Also what comes after an answer has been given: without a listener it would end the process.
        smtp.on("error", reject);
        // The server hung up in the middle; nothing else would tell.
        smtp.once("end", () => reject(new MailFailure("server_unreachable")));
        work(smtp)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener("abort", cutOff));
      });
    } catch (error) {
      throw toMailFailure(error);
    } finally {
      smtp.close();
    }
  }

  return {
    kind: "smtp",
    check: (signal) => talk(signal, (smtp) => enter(smtp, server)),
    send: (message, signal) =>
      talk(signal, async (smtp) => {
        await enter(smtp, server);
        await hand(smtp, message);
      }),
  };
}

async function enter(smtp: SMTPConnection, { login }: SmtpServer): Promise<void> {
  await new Promise<void>((resolve, reject) => smtp.connect((error) => (error ? reject(error) : resolve())));
  if (login !== undefined) {
    const credentials = { user: login.user, pass: login.password };
    await new Promise<void>((resolve, reject) =>
      smtp.login({ credentials }, (error) => (error ? reject(error) : resolve())),
    );
  }
}

async function hand(smtp: SMTPConnection, { from, to, bytes }: Message): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    smtp.send({ from, to: [to], size: bytes.length }, bytes, (error) => (error ? reject(error) : resolve())),
  );
}
