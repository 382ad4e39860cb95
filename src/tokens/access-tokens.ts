/**
 * Access tokens, opaque or JWT (RFC 9068): the same content in two envelopes. Reading one says what it claims to be;
 * whether it still counts is for its standing (identity/sessions/standing.ts) and the database's time to say.
 */
import type { AccessTokenKind, AccessTokenType } from "../identity/applications/types.ts";
import type { ServiceCredential } from "../identity/sessions/standing.ts";
import type { SigningAlgorithm } from "../keys/algorithms.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { freshBytes } from "../tickets/fresh-bytes.ts";
import type { Tickets } from "../tickets/tickets.ts";
import { readJwt, signJwt } from "./jwt.ts";
import { type AccessPayload, accessTicket, personalAccessTicket } from "./kinds.ts";

/** What a token is good for is in its scopes and its owner; nothing else about the user is in it. */
export type AccessToken = {
  readonly id: string;
  readonly scopes: readonly string[];
  /** In seconds; both undefined for a personal access token, whose row says when it ends. */
  readonly issuedAt: number | undefined;
  readonly expiresAt: number | undefined;
} & TokenOwner;

export type TokenOwner =
  | { readonly owner: "app_session"; readonly appSessionId: string; readonly loginSessionId: string | undefined }
  | {
      readonly owner: "service_user";
      readonly userId: string;
      readonly epoch: number | undefined;
      readonly credential: ServiceCredential;
    };

export interface TokenServices {
  readonly ring: KeyRing;
  readonly tickets: Tickets;
  readonly issuer: string;
}

export interface NewAccessToken {
  readonly owner: TokenOwner;
  readonly scopes: readonly string[];
  /** Seconds, by the database's clock. */
  readonly issuedAt: number;
  readonly lifetime: number;
  readonly kind: AccessTokenKind;
  /** For the JWT kind: what RFC 9068 §2.2 asks for beside the rest. */
  readonly jwt: {
    /** `at+jwt` where it is left out. */
    readonly type?: AccessTokenType;
    readonly algorithm: SigningAlgorithm;
    readonly subject: string;
    readonly clientId: string;
    readonly audience: readonly string[];
    readonly authTime?: number | undefined;
    readonly claims?: Record<string, unknown>;
  };
}

/** The id names the owner, so that a token can be explained from its id alone. */
function newTokenId(owner: TokenOwner): string {
  const [kind, id] = owner.owner === "app_session" ? ["a", owner.appSessionId] : ["s", owner.userId];
  return `${kind}.${id}.${freshBytes(12).toString("base64url")}`;
}

export async function makeAccessToken(
  services: TokenServices,
  input: NewAccessToken,
): Promise<{ token: string; id: string }> {
  const id = newTokenId(input.owner);
  const { owner } = input;
  const payload: AccessPayload = {
    t: id,
    ...(owner.owner === "app_session"
      ? owner.loginSessionId === undefined
        ? {}
        : { l: owner.loginSessionId }
      : { k: writeCredential(owner.credential), e: owner.epoch ?? 0 }),
    i: input.issuedAt,
    x: input.issuedAt + input.lifetime,
    o: input.scopes.join(" "),
  };
  if (input.kind === "opaque") return { token: services.tickets.seal(accessTicket, payload), id };
  const { type = "at+jwt", algorithm, subject, clientId, audience, authTime, claims } = input.jwt;
  const token = await signJwt(services.ring, algorithm, type, {
    ...claims,
    iss: services.issuer,
    sub: subject,
    aud: audience,
    client_id: clientId,
    iat: payload.i,
    nbf: payload.i,
    exp: payload.x,
    jti: id,
    ...(payload.o === "" ? {} : { scope: payload.o }),
    ...(authTime === undefined ? {} : { auth_time: authTime }),
    ...(payload.l === undefined ? {} : { sid: payload.l }),
    ...(payload.k === undefined ? {} : { [CREDENTIAL_CLAIM]: payload.k, [EPOCH_CLAIM]: payload.e }),
  });
  return { token, id };
}

const CREDENTIAL_CLAIM = "urn:service:iam:credential";
const EPOCH_CLAIM = "urn:service:iam:epoch";

/** Undefined for anything that is no access token of ours. */
export async function readAccessToken(services: TokenServices, token: string): Promise<AccessToken | undefined> {
  const personal = services.tickets.open(personalAccessTicket, token);
  if (personal !== undefined) return personalAccessToken(personal.p, personal.u);
  const opaque = services.tickets.open(accessTicket, token);
  if (opaque !== undefined) return fromPayload(opaque);
  if (token.startsWith("sg")) return undefined;
  const claims = readJwt(services.ring, "access_token", token);
  if (claims === undefined || claims.iss !== services.issuer) return undefined;
  return fromPayload(toPayload(claims));
}

export type PersonalAccessToken = AccessToken & { readonly owner: "service_user" };

/** By its row, in which everything is that other tokens carry. */
export function personalAccessToken(id: string, userId: string): PersonalAccessToken {
  return {
    id,
    scopes: [],
    issuedAt: undefined,
    expiresAt: undefined,
    owner: "service_user",
    userId,
    epoch: undefined,
    credential: { kind: "personal_access_token", tokenId: id },
  };
}

function toPayload(claims: Record<string, unknown>): AccessPayload {
  const text = (name: string): string | undefined => (typeof claims[name] === "string" ? claims[name] : undefined);
  const number = (name: string): number | undefined => (typeof claims[name] === "number" ? claims[name] : undefined);
  const [login, credential, epoch] = [text("sid"), text(CREDENTIAL_CLAIM), number(EPOCH_CLAIM)];
  return {
    t: text("jti") ?? "",
    ...(login === undefined ? {} : { l: login }),
    ...(credential === undefined ? {} : { k: credential }),
    ...(epoch === undefined ? {} : { e: epoch }),
    i: number("iat") ?? 0,
    x: number("exp") ?? 0,
    o: text("scope") ?? "",
  };
}

function fromPayload(payload: AccessPayload): AccessToken | undefined {
  const [kind, ownerId] = payload.t.split(".");
  const common = {
    id: payload.t,
    scopes: payload.o === "" ? [] : payload.o.split(" "),
    issuedAt: payload.i,
    expiresAt: payload.x,
  };
  if (ownerId === undefined) return undefined;
  if (kind === "a") return { ...common, owner: "app_session", appSessionId: ownerId, loginSessionId: payload.l };
  if (kind !== "s") return undefined;
  const credential = readCredential(payload.k ?? "");
  return credential && { ...common, owner: "service_user", userId: ownerId, epoch: payload.e, credential };
}

function writeCredential(credential: ServiceCredential): string {
  switch (credential.kind) {
    case "key":
      return `key:${credential.keyId}`;
    case "secret":
      return `secret:${credential.version}`;
    case "personal_access_token":
      return `pat:${credential.tokenId}`;
  }
}

function readCredential(text: string): ServiceCredential | undefined {
  const [kind, value = ""] = text.split(":");
  if (kind === "key") return { kind: "key", keyId: value };
  if (kind === "secret") return { kind: "secret", version: Number(value) };
  return undefined;
}
