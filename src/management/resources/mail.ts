/** Mail: how it is sent, whether it gets through, and a test mail. */
import Type, { type Static } from "typebox";
import { requestTestMail } from "../../identity/users/mail-requests.ts";
import { type MailStatus, mailStatus } from "../../mail/status.ts";
import { type Context, change, type Route, read } from "../route.ts";
import { closed, text, time, toTime } from "../schemas.ts";

const tag = "Mail";

const mailView = closed(
  {
    transport: Type.Enum(["smtp", "folder"], {
      description: "`folder`: no mail server is configured, mails are written to files",
    }),
    from: Type.String({ description: "Who mails come from" }),
    waiting: Type.Integer({ minimum: 0, description: "Mails that are still to be sent" }),
    oldestWaitingAt: Type.Optional(time),
    failed: Type.Integer({ minimum: 0, description: "Mails that were given up within the last 30 days" }),
    reasons: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description:
        "Why mails failed, or wait for another attempt, and how many: such as `server_unreachable` or `login_refused`",
    }),
  },
  { title: "Mail" },
);

function toMailView(
  { transport, from: { name, address } }: Context["services"]["mail"],
  status: MailStatus,
): Static<typeof mailView> {
  const { waiting, failed, reasons, oldestWaitingAt } = status;
  return {
    transport,
    from: name === "" ? address : `${name} <${address}>`,
    waiting,
    ...(oldestWaitingAt === undefined ? {} : { oldestWaitingAt: toTime(oldestWaitingAt) }),
    failed,
    reasons: { ...reasons },
  };
}

export const mailRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/mail",
    tag,
    summary: "Read how mail is doing",
    permission: "mail.read",
    at: "iam",
    answer: mailView,
    handle: async ({ db, services }) => toMailView(services.mail, await mailStatus(db)),
  }),
  change({
    method: "POST",
    path: "/mail/test",
    tag,
    summary: "Send a test mail",
    detail: "It is put into the queue; whether it was sent can be read a moment later.",
    permission: "mail.test",
    at: "iam",
    body: closed({ to: { ...text, description: "The address to send it to" } }, { title: "TestMail" }),
    async handle({ tx, by }, { body }) {
      await requestTestMail(tx, body, by);
      return undefined;
    },
    after: ({ services }) => services.mail.wake(),
  }),
];
