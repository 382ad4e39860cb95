/** A command-line program that signs in through the browser, and then prints who that was. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import * as client from "openid-client";

const { CLIENT_ID, ISSUER = "http://localhost:8080" } = process.env;
if (!CLIENT_ID) {
  console.error("Set CLIENT_ID to the id of the application. README.md says how to create one.");
  process.exit(1);
}

const issuer = new URL(ISSUER);
const config = await client.discovery(issuer, CLIENT_ID, undefined, client.None(), {
  // The library insists on https; on your own machine, http will do.
  execute: issuer.protocol === "http:" ? [client.allowInsecureRequests] : [],
});

// The answer comes to an address on this machine (RFC 8252), at whichever port is free.
const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
const home = `http://127.0.0.1:${server.address().port}`;

const pkceCodeVerifier = client.randomPKCECodeVerifier();
const expectedState = client.randomState();
const expectedNonce = client.randomNonce();
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: `${home}/callback`,
  scope: "openid profile email",
  state: expectedState,
  nonce: expectedNonce,
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: "S256",
});
// To stderr, so that what is piped on is the claims and nothing else.
console.error(`Sign in at this address:\n\n  ${address.href}\n`);
if (!process.argv.includes("--no-open")) openBrowser(address.href);

const callback = await answerFromBrowser();
try {
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
  const tokens = await client.authorizationCodeGrant(config, callback, checks);
  const claims = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
  console.log(JSON.stringify(claims, null, 2));
} catch (error) {
  console.error(`You are not signed in: ${error.error_description ?? error.message}`);
  process.exitCode = 1;
}

/** Any page and program on this machine can call; only who knows the state was sent by Signet. */
function answerFromBrowser() {
  return new Promise((resolve) => {
    server.on("request", (request, response) => {
      const url = new URL(request.url, home);
      if (url.pathname !== "/callback" || url.searchParams.get("state") !== expectedState)
        return response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/plain; charset=utf-8", connection: "close" });
      response.end("You can close this window and go back to the terminal.\n", () => {
        server.close();
        server.closeAllConnections();
        resolve(url);
      });
    });
  });
}

function openBrowser(url) {
  const commands = { darwin: ["open"], win32: ["rundll32", "url.dll,FileProtocolHandler"] };
  const [program, ...words] = commands[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, url], { stdio: "ignore", detached: true });
  // Without a browser here, the person opens the printed address by themselves.
  child.on("error", () => {});
  child.unref();
}
