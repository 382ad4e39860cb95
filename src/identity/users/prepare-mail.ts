/** What a mail has to say, read from the person it goes to at the moment it is sent. Its link is made here, and stored nowhere. */
import type { MailRequest } from "../../mail/requests.ts";
import type { Mail } from "../../mail/write.ts";
import type { Database } from "../../storage/database.ts";
import { readNow } from "../../storage/now.ts";
import type { Tickets } from "../../tickets/tickets.ts";
import { readOrganization } from "../organizations.ts";
import { findHuman } from "./humans.ts";
import { mailLinkLife, sealMailLink } from "./mail-link-tickets.ts";
import { prepareMailLink } from "./mail-links.ts";
import { obstacleTo } from "./mail-requests.ts";

export interface MailSources {
  readonly db: Database;
  readonly tickets: Tickets;
  /** The page behind a link. */
  readonly linkAddress: (ticket: string) => string;
}

/** Undefined when it is not needed any more: the person is gone, may not sign in now, or has done meanwhile what it asks for. */
export async function prepareMail({ db, tickets, linkAddress }: MailSources, request: MailRequest): Promise<Mail | undefined> {
  if (request.kind === "test") return request;
  const { kind, userId } = request;
  // First, so that a change between the two readings makes the link worthless and not the other way round.
  const link = await prepareMailLink(db, userId, kind);
  const human = await findHuman(db, userId);
  if (link === undefined || human === undefined) return undefined;
  const organization = await readOrganization(db, human.organizationId);
  if (obstacleTo(kind, human, organization) !== undefined) return undefined;
  return {
    kind,
    to: link.email,
    loginName: human.loginName,
    displayName: human.displayName,
    organizationName: organization.name,
    link: linkAddress(sealMailLink(tickets, link, await readNow(db))),
    linkLifeMs: mailLinkLife[kind],
  };
}
