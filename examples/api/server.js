/** An API that lets in whoever has an access token for it, and asks Signet about every token. */
import { readFileSync } from "node:fs";
import express from "express";
import { importPKCS8 } from "jose";
import * as client from "openid-client";

const { KEY_FILE = "key.json", ISSUER = "http://localhost:8080", PORT = "4000" } = process.env;

const issuer = new URL(ISSUER);
const { clientId, keyId, key } = JSON.parse(readFileSync(KEY_FILE, "utf8"));
const proof = client.PrivateKeyJwt({ key: await importPKCS8(key, "RS256"), kid: keyId });
const config = await client.discovery(issuer, clientId, undefined, proof, {
  // The library insists on https; on your own machine, http will do.
  execute: issuer.protocol === "http:" ? [client.allowInsecureRequests] : [],
});

const app = express();

app.get("/hello", requireToken, (_request, response) => {
  const { sub, username, scope, roles = [] } = response.locals.token;
  response.json({ message: `Hello, ${username}`, sub, scope, roles });
});

async function requireToken(request, response, next) {
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "") ?? [];
  // RFC 6750 §3.1: without a token there is nothing to call invalid.
  if (token === undefined)
    return response.status(401).set("WWW-Authenticate", "Bearer").json({ error: "token_required" });
  // Active means: of this Signet, not ended in any way, and with this API or its project in the audience.
  const answer = await client.tokenIntrospection(config, token);
  if (!answer.active) {
    return response
      .status(401)
      .set("WWW-Authenticate", 'Bearer error="invalid_token"')
      .json({ error: "invalid_token" });
  }
  response.locals.token = answer;
  next();
}

// Not the caller's fault, so it is no 401: Signet is away, or does not accept the key file.
app.use((error, _request, response, _next) => {
  console.error(`Signet could not be asked about a token: ${error.message}`);
  response.status(503).json({ error: "temporarily_unavailable" });
});

app.listen(Number(PORT), "127.0.0.1", () => console.log(`The API is at http://localhost:${PORT}/hello`));
