/** For servers that run on Node.js. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import type { AuthMethod } from "../kinds.ts";
import { lines, type MakeSnippet, type SnippetValues } from "./snippet.ts";

const proofs: Readonly<Record<AuthMethod, string>> = {
  pkce: "client.None()",
  basic: "client.ClientSecretBasic(process.env.CLIENT_SECRET)",
  post: "client.ClientSecretPost(process.env.CLIENT_SECRET)",
  private_key_jwt: 'client.PrivateKeyJwt({ key: await importPKCS8(file.key, "RS256"), kid: file.keyId })',
};

/** The beginning that all programs with openid-client share. */
export function discover({ issuer, clientId, method, insecure }: SnippetValues): readonly (string | false)[] {
  const keyed = method === "private_key_jwt";
  return [
    keyed && 'import { readFileSync } from "node:fs";',
    keyed && 'import { importPKCS8 } from "jose";',
    'import * as client from "openid-client";',
    "",
    keyed && 'const file = JSON.parse(readFileSync(process.env.KEY_FILE, "utf8"));',
    "const config = await client.discovery(",
    `  new URL("${issuer}"),`,
    `  "${clientId}",`,
    "  undefined,",
    `  ${proofs[method]},`,
    insecure && "  // Only for a Signet without https.",
    insecure && "  { execute: [client.allowInsecureRequests] },",
    ");",
  ];
}

function packagesOf(method: AuthMethod): string {
  return method === "private_key_jwt" ? "openid-client jose" : "openid-client";
}

export const express: MakeSnippet = (values) => {
  const { redirectUri, callbackPath, scope, method } = values;
  return {
    name: "Express",
    library: "openid-client",
    install: `npm install express express-session ${packagesOf(method)}`,
    files: [
      {
        name: "server.js",
        text: lines(
          'import express from "express";',
          'import session from "express-session";',
          ...discover(values),
          "",
          `const redirectUri = "${redirectUri}";`,
          "const app = express();",
          "app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));",
          "",
          'app.get("/sign-in", async (request, response) => {',
          "  const checks = {",
          "    pkceCodeVerifier: client.randomPKCECodeVerifier(),",
          "    expectedState: client.randomState(),",
          "    expectedNonce: client.randomNonce(),",
          "    idTokenExpected: true,",
          "  };",
          "  request.session.checks = checks;",
          "  const address = client.buildAuthorizationUrl(config, {",
          "    redirect_uri: redirectUri,",
          `    scope: "${scope}",`,
          "    state: checks.expectedState,",
          "    nonce: checks.expectedNonce,",
          "    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),",
          '    code_challenge_method: "S256",',
          "  });",
          "  response.redirect(address.href);",
          "});",
          "",
          `app.get("${callbackPath}", async (request, response) => {`,
          "  const { checks } = request.session;",
          '  if (checks === undefined) return response.redirect("/sign-in");',
          "  const tokens = await client.authorizationCodeGrant(config, new URL(request.originalUrl, redirectUri), checks);",
          "  const user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);",
          "  // Under a new id: nobody can have put this session into the browser before.",
          "  request.session.regenerate(() => {",
          "    request.session.user = user;",
          '    response.redirect("/");',
          "  });",
          "});",
          "",
          'app.get("/", (request, response) => {',
          '  if (request.session.user === undefined) return response.redirect("/sign-in");',
          '  response.type("text").send(`Hello, ${request.session.user.name}`);',
          "});",
          "",
          "app.listen(3000);",
        ),
      },
    ],
  };
};

const metadataNames = { pkce: "none", basic: "client_secret_basic", post: "client_secret_post" } as const;

export const next: MakeSnippet = ({ issuer, clientId, redirectUri, scope, method }) => {
  if (method === "private_key_jwt") return undefined;
  const home = URL.parse(redirectUri)?.origin ?? "https://app.example.com";
  return {
    name: "Next.js",
    library: "Auth.js",
    install: "npm install next-auth@beta && npx auth secret",
    files: [
      {
        name: "auth.ts",
        text: lines(
          'import NextAuth from "next-auth";',
          "",
          "export const { handlers, signIn, signOut, auth } = NextAuth({",
          "  providers: [",
          "    {",
          '      id: "signet",',
          '      name: "Signet",',
          '      type: "oidc",',
          `      issuer: "${issuer}",`,
          `      clientId: "${clientId}",`,
          method !== "pkce" && "      clientSecret: process.env.CLIENT_SECRET,",
          `      client: { token_endpoint_auth_method: "${metadataNames[method]}" },`,
          `      authorization: { params: { scope: "${scope}" } },`,
          '      checks: ["pkce", "state", "nonce"],',
          "      // Name and e-mail address come from userinfo.",
          "      idToken: false,",
          "    },",
          "  ],",
          "});",
        ),
      },
      {
        name: "app/api/auth/[...nextauth]/route.ts",
        text: lines('import { handlers } from "@/auth";', "", "export const { GET, POST } = handlers;"),
      },
    ],
    note: `Auth.js comes back to an address of its own: add ${home}/api/auth/callback/signet to the redirect URIs.`,
  };
};
