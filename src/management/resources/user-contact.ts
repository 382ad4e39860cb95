/** The e-mail address of a person, and the mails that make it theirs: the invitation and the link that verifies it. */
import Type from "typebox";
import { changeEmail, readHuman } from "../../identity/users/humans.ts";
import { requestMail } from "../../identity/users/mail-requests.ts";
import { setUserState } from "../../identity/users/users.ts";
import { change, type Route } from "../route.ts";
import { closed, text } from "../schemas.ts";
import { toUserView, userView } from "./user-views.ts";

const tag = "Users";

const newEmail = closed(
  {
    email: text,
    verified: Type.Boolean({
      description: "You vouch that it is this person's; otherwise they have to show it by a mail",
    }),
  },
  { title: "NewEmail" },
);

const mails = [
  {
    verb: "invite",
    kind: "invitation",
    summary: "Invite a person by mail",
    detail:
      "The link in it lets them choose their first password; somebody who has one is sent a mail to reset it instead.",
  },
  {
    verb: "send-email-verification",
    kind: "verify_email",
    summary: "Send a person the mail that verifies their address",
    detail: "The link in it verifies the address that they have now.",
  },
] as const;

export const userContactRoutes: readonly Route[] = [
  change({
    method: "PUT",
    path: "/users/:userId/email",
    tag,
    summary: "Set a person's e-mail address",
    detail: "An empty one takes it away. Links that were sent to the former address stop working.",
    permission: "user.write",
    at: "user",
    body: newEmail,
    answer: userView,
    versioned: true,
    async handle({ tx, version, by }, { params, body }) {
      const standing = body.verified ? "vouched" : "unverified";
      const human = await changeEmail(tx, params.userId, { email: body.email, standing, version }, by);
      if (human.state !== "unverified" || !human.emailVerified) return toUserView(human);
      // All that was missing is that somebody vouches for the address; no mail could do it any more.
      await setUserState(tx, params.userId, "verify", by);
      return toUserView(await readHuman(tx, params.userId));
    },
  }),
  ...mails.map(({ verb, kind, summary, detail }) =>
    change({
      method: "POST",
      path: `/users/:userId/${verb}`,
      tag,
      summary,
      detail,
      permission: "user.write",
      at: "user",
      async handle({ tx, by }, { params }) {
        await requestMail(tx, { kind, userId: params.userId }, by);
        return undefined;
      },
      after: ({ services }) => services.mail.wake(),
    }),
  ),
];
