/** Whether mails can go out, and whether some did not. */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config.ts";
import { MailFailure } from "../../mail/failure.ts";
import { smtpTransport } from "../../mail/smtp.ts";
import { smtpServer } from "../../mail/smtp-server.ts";
import { mailStatus } from "../../mail/status.ts";
import { outboxFolder } from "../../services.ts";
import type { Database } from "./database.ts";
import { type Finding, ok, problem, timeOf, warning } from "./finding.ts";

const TIMEOUTS = { connectMs: 5_000, silenceMs: 5_000 };
const LONG_WAIT_MS = 600_000;

export async function mailServerFindings(config: Config, signal: AbortSignal): Promise<Finding[]> {
  if (config.smtpUrl === undefined) return [folderFinding(config)];
  const server = smtpServer(config.smtpUrl);
  const place = `${server.host}:${server.port}`;
  try {
    await smtpTransport(server, { clientName: new URL(config.loginUrl).hostname, timeouts: TIMEOUTS }).check(signal);
  } catch (error) {
    const { reason, responseCode } = error instanceof MailFailure ? error : new MailFailure("internal");
    const code = responseCode === undefined ? "" : `, it answered ${responseCode}`;
    return [
      problem(
        "mail_server",
        `${place} cannot be used: ${reason}${code}.`,
        "docs/operations.md, Mail, says what each reason means. Mails wait and are tried again meanwhile.",
      ),
    ];
  }
  const login = server.login === undefined ? "takes connections" : "lets Signet log in";
  return [
    ok("mail_server", `${place} ${login}. Whether it delivers is shown by a test mail, which the Console sends.`),
  ];
}

function folderFinding({ databaseUrl, loginUrl }: Config): Finding {
  const folder = outboxFolder(databaseUrl);
  if (!mayWrite(folder))
    return problem(
      "mail_server",
      `Mails are files, and this user may not write ${folder}.`,
      "Give the folder to the user who serves, or set SIGNET_SMTP_URL.",
    );
  const seen = `Without SIGNET_SMTP_URL, mails are files in ${folder}.`;
  if (loginUrl.startsWith("http:")) return ok("mail_server", seen);
  return warning("mail_server", seen, "Nobody gets them there. Set SIGNET_SMTP_URL.");
}

/** The folder, or the first above it that exists and in which it would be made. */
function mayWrite(folder: string): boolean {
  if (!existsSync(folder) && dirname(folder) !== folder) return mayWrite(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export async function outboxFindings({ storage }: Database): Promise<Finding[]> {
  const { waiting, oldestWaitingAt, failed, reasons } = await mailStatus(storage.db);
  const why = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`);
  const because = why.length === 0 ? "" : ` Reasons: ${why.join(", ")}.`;
  const late = oldestWaitingAt !== undefined && (await storage.now()) - oldestWaitingAt > LONG_WAIT_MS;
  const seen = `${waiting} wait${late ? ` (the oldest since ${timeOf(oldestWaitingAt)})` : ""}, ${failed} were given up in the last 30 days.${because}`;
  if (!late && failed === 0) return [ok("mail_outbox", seen)];
  return [
    warning(
      "mail_outbox",
      seen,
      late
        ? "See that a Signet runs and that the mail server takes mails."
        : "docs/operations.md, Mail, says what each reason means.",
    ),
  ];
}
