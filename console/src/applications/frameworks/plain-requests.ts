/** The requests themselves, for whoever wants to see what libraries do. */
import { type Framework, type FrameworkMethod, type FrameworkType, lines, shellText } from "./framework.ts";

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** How curl says who it is. */
function proof(method: FrameworkMethod, clientId: string): readonly string[] {
  if (method === "basic") return [`  -u "${clientId}:$CLIENT_SECRET" \\`];
  if (method === "post")
    return [`  -d "client_id=${clientId}" \\`, '  --data-urlencode "client_secret=$CLIENT_SECRET" \\'];
  if (method === "pkce") return [`  -d "client_id=${clientId}" \\`];
  return [
    `  -d "client_assertion_type=${ASSERTION_TYPE}" \\`,
    '  --data-urlencode "client_assertion=$CLIENT_ASSERTION" \\',
  ];
}

/** Prints what `$CLIENT_ASSERTION` is: good for one request. */
const assertion = (issuer: string) => ({
  name: "assertion.mjs",
  text: lines(
    'import { randomUUID } from "node:crypto";',
    'import { readFileSync } from "node:fs";',
    'import { importPKCS8, SignJWT } from "jose";',
    "",
    'const file = JSON.parse(readFileSync(process.env.KEY_FILE, "utf8"));',
    "const assertion = await new SignJWT({})",
    '  .setProtectedHeader({ alg: "RS256", kid: file.keyId })',
    "  .setIssuer(file.clientId)",
    "  .setSubject(file.clientId)",
    `  .setAudience("${issuer}")`,
    "  .setIssuedAt()",
    '  .setExpirationTime("5m")',
    "  .setJti(randomUUID())",
    '  .sign(await importPKCS8(file.key, "RS256"));',
    "console.log(assertion);",
  ),
});

const NEEDS_ASSERTION =
  "Make $CLIENT_ASSERTION anew for each request: CLIENT_ASSERTION=$(KEY_FILE=key.json node assertion.mjs)";

/** Whatever the application is, it can be tried by hand. */
export function plainRequests(type: FrameworkType): Framework {
  return {
    id: "curl",
    name: "curl",
    group: "Plain requests",
    library: "curl, the plain requests",
    settings: { type, authMethod: type === "api" ? "basic" : "pkce" },
    alsoBy: ["basic", "post", "pkce", "private_key_jwt"],
    anyPath: true,
    why: [],
    files: type === "api" ? introspect : signIn,
    note: ({ method }) => (method === "private_key_jwt" ? NEEDS_ASSERTION : undefined),
  };
}

const signIn: Framework["files"] = ({ issuer, clientId, redirectUri, scope, method, endpoints }) => [
  ...(method === "private_key_jwt" ? [assertion(issuer)] : []),
  {
    name: "sign-in.sh",
    text: lines(
      "VERIFIER=$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')",
      "CHALLENGE=$(printf '%s' \"$VERIFIER\" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')",
      "",
      "# Open this address in a browser. After the sign-in, copy the code from the address it ends at.",
      `echo "${endpoints.authorization_endpoint}?${authorizeQuery({ clientId, redirectUri, scope })}&code_challenge=$CHALLENGE"`,
      'read -r -p "code: " CODE',
      "",
      `curl -s "${endpoints.token_endpoint}" \\`,
      ...proof(method, clientId),
      "  -d grant_type=authorization_code \\",
      '  --data-urlencode "code=$CODE" \\',
      `  --data-urlencode ${shellText(`redirect_uri=${redirectUri}`)} \\`,
      '  --data-urlencode "code_verifier=$VERIFIER"',
      "",
      "# With the access token from the answer:",
      `curl -s "${endpoints.userinfo_endpoint}" -H "Authorization: Bearer $ACCESS_TOKEN"`,
    ),
  },
];

function authorizeQuery({
  clientId,
  redirectUri,
  scope,
}: {
  clientId: string;
  redirectUri: string;
  scope: string;
}): string {
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    code_challenge_method: "S256",
  };
  return new URLSearchParams(query).toString();
}

const introspect: Framework["files"] = ({ issuer, clientId, method, endpoints }) => [
  ...(method === "private_key_jwt" ? [assertion(issuer)] : []),
  {
    name: "introspect.sh",
    text: lines(
      `curl -s "${endpoints.introspection_endpoint}" \\`,
      ...proof(method, clientId),
      '  --data-urlencode "token=$ACCESS_TOKEN"',
      "",
      '# {"active":true,"sub":"…","scope":"openid …",…} or {"active":false}',
    ),
  },
];
