/** The beginning that all programs with openid-client share. */
import type { FrameworkMethod, SnippetValues } from "./framework.ts";

const proofs: Readonly<Record<FrameworkMethod, string>> = {
  pkce: "client.None()",
  basic: "client.ClientSecretBasic(process.env.CLIENT_SECRET)",
  post: "client.ClientSecretPost(process.env.CLIENT_SECRET)",
  private_key_jwt: 'client.PrivateKeyJwt({ key: await importPKCS8(file.key, "RS256"), kid: file.keyId })',
};

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
