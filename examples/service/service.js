/** A program without a person: signs in with the key file of a service user, and calls an API. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { importPKCS8, SignJWT } from "jose";

const {
  PROJECT_ID,
  KEY_FILE = "key.json",
  ISSUER = "http://localhost:8080",
  API_URL = "http://localhost:4000/hello",
} = process.env;
if (!PROJECT_ID) stop("Set PROJECT_ID to the id of the project that the API belongs to");

const { userId, keyId, key } = JSON.parse(readFileSync(KEY_FILE, "utf8"));
const assertion = await new SignJWT()
  .setProtectedHeader({ alg: "RS256", kid: keyId })
  .setIssuer(userId)
  .setSubject(userId)
  .setAudience(ISSUER)
  .setIssuedAt()
  .setExpirationTime("5m")
  .setJti(randomUUID())
  .sign(await importPKCS8(key, "RS256"));

const discovery = await fetch(`${ISSUER}/.well-known/openid-configuration`);
const { token_endpoint } = await discovery.json();
// Puts the project into the audience of the token: without it, the API would not accept it.
const audience = `urn:service:iam:org:project:id:${PROJECT_ID}:aud`;
const answer = await fetch(token_endpoint, {
  method: "POST",
  body: new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion,
    scope: `openid ${audience}`,
  }),
});
const tokens = await answer.json();
if (!answer.ok) stop(`Signet gave no token: ${tokens.error}: ${tokens.error_description}`);
// Signet drops a scope that is not possible, without an error.
if (!tokens.scope.split(" ").includes(audience)) stop(`This service user gets no tokens for the project ${PROJECT_ID}`);

const hello = await fetch(API_URL, { headers: { authorization: `Bearer ${tokens.access_token}` } });
if (!hello.ok) stop(`The API answered ${hello.status} ${hello.headers.get("www-authenticate") ?? ""}`);
console.log(await hello.json());

function stop(message) {
  console.error(message);
  process.exit(1);
}
