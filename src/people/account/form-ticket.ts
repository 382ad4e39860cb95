/**
 * What every form of this room carries: for which session in which version it was shown, and where it is sent to.
 * Another site cannot make one, one person's is nothing in another's session, and one that was shown before the last
 * proof is over. What a step has to remember until the next one is in it too, so that nothing about a factor comes from
 * the request.
 */
import { ticketKind } from "../../tickets/tickets.ts";

export interface FormTicket {
  readonly sessionId: string;
  readonly version: number;
  /** The address the form is sent to. */
  readonly action: string;
  /** Of the app that is being set up. */
  readonly secret?: string;
  /** Of the code that was sent by mail. */
  readonly codeId?: string;
  /** The address it was sent to. */
  readonly email?: string;
  /** For the passkey that is being made. */
  readonly challenge?: string;
}

export const formTicket = ticketKind<FormTicket>("account-form", "sgf_");

export type Remembered = Omit<FormTicket, "sessionId" | "version" | "action">;
