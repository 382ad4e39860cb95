/** A web application whose pages are made by a server: it keeps the tokens, and the browser has nothing but a session cookie. */
import { join } from "node:path";
import express from "express";
import * as client from "openid-client";
import { forget, recall, remember } from "./browser-memory.js";
import { problemPage, signedInPage, signedOutPage } from "./pages.js";

const { CLIENT_ID, CLIENT_SECRET, ISSUER = "http://localhost:8080", PORT = "3000" } = process.env;
const { BASE_URL = `http://localhost:${PORT}` } = process.env;
if (!CLIENT_ID || !CLIENT_SECRET) {
  console.error("Set CLIENT_ID and CLIENT_SECRET to those of the application. README.md says how to create one.");
  process.exit(1);
}

const issuer = new URL(ISSUER);
const config = await client.discovery(issuer, CLIENT_ID, undefined, client.ClientSecretBasic(CLIENT_SECRET), {
  // The library insists on https; on your own machine, http will do.
  execute: issuer.protocol === "http:" ? [client.allowInsecureRequests] : [],
});

const SESSION = { cookie: "example_session", seconds: 8 * 3600, secure: BASE_URL.startsWith("https:") };
const SIGN_IN = { cookie: "example_sign_in", seconds: 3600, secure: SESSION.secure };
const app = express();

app.get("/", (request, response) => {
  const session = recall(request, SESSION);
  response.send(session === undefined ? signedOutPage() : signedInPage(session.user));
});

app.get("/sign-in", async (_request, response) => {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
    idTokenExpected: true,
  };
  remember(response, SIGN_IN, checks);
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: `${BASE_URL}/callback`,
    scope: "openid profile email",
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  response.redirect(address.href);
});

app.get("/callback", async (request, response) => {
  const checks = recall(request, SIGN_IN);
  forget(request, response, SIGN_IN);
  if (checks === undefined)
    return response.status(400).send(problemPage("This sign-in was not begun in this browser, or is over."));
  const tokens = await client.authorizationCodeGrant(config, new URL(request.originalUrl, BASE_URL), checks);
  const user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
  // Under a new id: nobody can have put this session into the browser before.
  forget(request, response, SESSION);
  remember(response, SESSION, { user, idToken: tokens.id_token });
  response.redirect("/");
});

app.post("/sign-out", (request, response) => {
  const session = recall(request, SESSION);
  forget(request, response, SESSION);
  if (session === undefined) return response.redirect(303, "/");
  // Signet signs the person out, too, and without asking: the ID token shows that it is this application that wants it.
  const parameters = { id_token_hint: session.idToken, post_logout_redirect_uri: `${BASE_URL}/` };
  response.redirect(303, client.buildEndSessionUrl(config, parameters).href);
});

app.get("/style.css", (_request, response) => response.sendFile(join(import.meta.dirname, "style.css")));

app.use((error, _request, response, _next) => {
  response.status(error instanceof client.AuthorizationResponseError ? 400 : 500);
  response.send(problemPage(error.error_description ?? error.cause?.message ?? error.message));
});

app.listen(Number(PORT), "127.0.0.1", () => console.log(`Open ${BASE_URL}`));
