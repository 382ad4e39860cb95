/** The tickets that OAuth hands out, and what each holds. Names are short because tokens travel with every request. */
import { ticketKind } from "../tickets/tickets.ts";

/** A code leads to its app session, whose row says whether it can still be spent. */
export const codeTicket = ticketKind<{ readonly s: string }>("code", "sgc_");

export interface RefreshPayload {
  /** The app session. */
  readonly s: string;
  /** The application. */
  readonly c: string;
  /** The generation; see identity/sessions/rotate-refresh.ts. */
  readonly n: number;
}
export const refreshTicket = ticketKind<RefreshPayload>("refresh", "sgr_");

export interface AccessPayload {
  /** The token's id, which leads to its app session or service user. */
  readonly t: string;
  /** The login session that stood when it was made. */
  readonly l?: string;
  /** A service user's credential, and epoch. */
  readonly k?: string;
  readonly e?: number;
  /** Issued and expires, in seconds. */
  readonly i: number;
  readonly x: number;
  /** Scopes, separated by spaces. */
  readonly o: string;
}
export const accessTicket = ticketKind<AccessPayload>("access", "sga_");

/** A personal access token leads to its row. */
export const personalAccessTicket = ticketKind<{ readonly p: string; readonly u: string }>("personal-access", "sgp_");
