/** The mail room: where mails are written and handed to the mail server, or to a folder where there is none. */
import type { Database } from "../storage/database.ts";
import { type Address, composeMail } from "./compose.ts";
import { folderTransport } from "./folder.ts";
import type { MailRequest } from "./requests.ts";
import { type Delivery, openSender, type Sender } from "./sender.ts";
import { senderAddress } from "./sender-address.ts";
import { smtpTransport } from "./smtp.ts";
import { smtpServer } from "./smtp-server.ts";
import type { Transport } from "./transport.ts";
import { type Mail, writeMail } from "./write.ts";

export interface MailRoomOptions {
  readonly db: Database;
  readonly smtpUrl: string | undefined;
  /** Where mails go without a mail server. */
  readonly folder: string;
  readonly from: string | undefined;
  readonly loginUrl: string;
  /** Who gets it and what has to be in it, by those who know the people; undefined when it is not needed any more. */
  readonly prepare: (request: MailRequest) => Promise<Mail | undefined>;
  readonly report: (delivery: Delivery) => void;
  readonly onError: (error: unknown) => void;
}

export interface MailRoom extends Sender {
  readonly transport: Transport["kind"];
  /** Who mails come from. */
  readonly from: Address;
}

export function openMailRoom(options: MailRoomOptions): MailRoom {
  const { db, smtpUrl, prepare, report, onError } = options;
  const { host, hostname } = new URL(options.loginUrl);
  const from = senderAddress(options.from, options.loginUrl);
  const transport =
    smtpUrl === undefined
      ? folderTransport(options.folder)
      : smtpTransport(smtpServer(smtpUrl), { clientName: hostname });
  const sender = openSender({
    db,
    transport,
    report,
    onError,
    async prepare(id, request) {
      const mail = await prepare(request);
      return mail && composeMail(writeMail(mail, host), { id, from });
    },
  });
  return { ...sender, transport: transport.kind, from };
}
