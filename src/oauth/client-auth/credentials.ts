/** What a request carries to say who sends it, taken apart but not yet believed. One file a method; this one picks. */
import type { FastifyRequest } from "fastify";
import { networkOf } from "../../http/client-address.ts";
import type { UnverifiedAssertion } from "../assertions.ts";
import { OauthError } from "../errors.ts";
import type { MachineServices } from "../machine-services.ts";
import type { Parameters } from "../parameters.ts";
import { readBasic } from "./basic.ts";
import { notAuthenticated } from "./failure.ts";
import { readClientAssertion } from "./private-key-jwt.ts";

export type Credentials = Shown & { readonly requestId: string };

type Shown =
  | {
      readonly method: "basic" | "post";
      readonly clientId: string;
      readonly secret: string;
      /** The same id and the same secret are in header and body. */
      readonly twice?: boolean;
      /** Where it comes from. */
      readonly network: string;
    }
  | { readonly method: "private_key_jwt"; readonly clientId: string; readonly assertion: UnverifiedAssertion }
  | { readonly method: "pkce"; readonly clientId: string };

/** RFC 6749 appendix A.1: visible ASCII. Nothing else can be a client, and need not reach the database. */
const CLIENT_ID = /^[\x21-\x7e]{1,200}$/;

/** In header and body at once. Some libraries send it so when they refresh or revoke: that proves what once would. */
type SameSecretTwice = "taken" | "refused";

export function readCredentials(
  request: FastifyRequest,
  form: Parameters,
  { wrongSecrets }: Pick<MachineServices, "wrongSecrets">,
  sameSecretTwice: SameSecretTwice = "refused",
): Credentials {
  const credentials = { ...read(request, form, sameSecretTwice), requestId: request.id };
  if (!CLIENT_ID.test(credentials.clientId)) throw notAuthenticated(credentials.method, "unknown_client");
  if ("secret" in credentials) wrongSecrets.refuseWhileSlowed(credentials);
  return credentials;
}

/** RFC 6749 §2.3: not more than one method in a request. */
function read(request: FastifyRequest, form: Parameters, sameSecretTwice: SameSecretTwice): Shown {
  const { authorization } = request.headers;
  const asserts = form.has("client_assertion") || form.has("client_assertion_type");
  const clientId = form.get("client_id");
  const inBody = form.get("client_secret");
  if (asserts && (authorization !== undefined || form.has("client_secret"))) throw inTwoWays();
  if (authorization !== undefined) {
    const basic = readBasic(authorization);
    if (clientId !== undefined && clientId !== basic.clientId) {
      throw new OauthError("invalid_request", "client_id in the body is another one than in the Authorization header.");
    }
    if (form.has("client_secret") && (sameSecretTwice === "refused" || inBody !== basic.secret)) throw inTwoWays();
    return { ...basic, twice: form.has("client_secret"), network: networkOf(request.ip) };
  }
  if (asserts) return readClientAssertion(form, clientId);
  if (clientId === undefined) {
    throw new OauthError(
      "invalid_client",
      "The request does not say which client sends it. Authenticate by the application's method; a public one sends client_id.",
    );
  }
  return inBody === undefined
    ? { method: "pkce", clientId }
    : { method: "post", clientId, secret: inBody, network: networkOf(request.ip) };
}

function inTwoWays(): OauthError {
  return new OauthError("invalid_request", "The request authenticates the client in two ways. Use one of them.");
}
