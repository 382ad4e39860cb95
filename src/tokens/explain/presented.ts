/** What a manager shows to have it explained: any token of ours, or only its id. */
import { findPersonalAccess } from "../../identity/sessions/token-rows.ts";
import type { Database } from "../../storage/database.ts";
import {
  type AccessToken,
  type PersonalAccessToken,
  personalAccessToken,
  readAccessToken,
  type TokenServices,
} from "../access-tokens.ts";
import { readIdTokenHint } from "../id-tokens.ts";
import { readJwt } from "../jwt.ts";
import { codeTicket, refreshTicket } from "../kinds.ts";

export type Presented =
  | {
      readonly kind: "access_token";
      readonly format: "opaque" | "jwt";
      readonly token: AccessToken;
      /** Whom a JWT names, for when its session is gone. */
      readonly named: { readonly userId: string; readonly clientId: string } | undefined;
    }
  | { readonly kind: "personal_access_token"; readonly format: "opaque"; readonly token: PersonalAccessToken }
  | {
      readonly kind: "refresh_token";
      readonly format: "opaque";
      readonly appSessionId: string;
      readonly generation: number;
    }
  | { readonly kind: "authorization_code"; readonly format: "opaque"; readonly appSessionId: string }
  | {
      readonly kind: "id_token";
      readonly format: "jwt";
      readonly userId: string;
      readonly clientId: string;
      readonly loginSessionId: string | undefined;
      /** In seconds. */
      readonly issuedAt: number;
      readonly expiresAt: number;
    }
  /** Of an access token. When it expires, and whether a login session ends it, is in the token and nowhere else. */
  | ({ readonly kind: "access_token_id"; readonly id: string } & (
      | { readonly owner: "app_session"; readonly appSessionId: string }
      | { readonly owner: "service_user"; readonly userId: string }
    ));

/** Undefined for anything that is none of ours, or not any more: what a revoked key signed or sealed cannot be read. */
export async function readPresented(services: TokenServices, text: string): Promise<Presented | undefined> {
  const access = await readAccessToken(services, text);
  if (access?.owner === "service_user" && access.credential.kind === "personal_access_token") {
    return { kind: "personal_access_token", format: "opaque", token: access };
  }
  if (access !== undefined) {
    const claims = text.startsWith("sg") ? undefined : readJwt(services.ring, "access_token", text);
    const named = claims && { userId: String(claims.sub), clientId: String(claims.client_id) };
    return { kind: "access_token", format: named === undefined ? "opaque" : "jwt", token: access, named };
  }
  const refresh = services.tickets.open(refreshTicket, text);
  if (refresh !== undefined)
    return { kind: "refresh_token", format: "opaque", appSessionId: refresh.s, generation: refresh.n };
  const code = services.tickets.open(codeTicket, text);
  if (code !== undefined) return { kind: "authorization_code", format: "opaque", appSessionId: code.s };
  const hint = await readIdTokenHint(services, text);
  if (hint === undefined) return undefined;
  const { subject, clientId, sid, issuedAt, expiresAt } = hint;
  return { kind: "id_token", format: "jwt", userId: subject, clientId, loginSessionId: sid, issuedAt, expiresAt };
}

const ACCESS_TOKEN_ID = /^([as])\.([0-9a-f-]{36})\.[\w-]{16}$/;
const ROW_ID = /^[0-9a-f-]{36}$/;

/**
 * The id of an access token says whose it is (access-tokens.ts); that of a personal access token is the id of its row.
 */
export async function readPresentedId(db: Database, id: string): Promise<Presented | undefined> {
  const [, kind, ownerId] = ACCESS_TOKEN_ID.exec(id) ?? [];
  if (ownerId !== undefined) {
    const owner =
      kind === "a"
        ? ({ owner: "app_session", appSessionId: ownerId } as const)
        : ({ owner: "service_user", userId: ownerId } as const);
    return { kind: "access_token_id", id, ...owner };
  }
  const row = ROW_ID.test(id) ? await findPersonalAccess(db, id) : undefined;
  return row && { kind: "personal_access_token", format: "opaque", token: personalAccessToken(id, row.userId) };
}
