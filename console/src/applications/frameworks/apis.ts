/** For servers that check the access tokens they are sent. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { type Framework, lines } from "./framework.ts";
import { discover } from "./openid-client.ts";

const AUDIENCE =
  "A token is active for this API if this application or its project is in its audience. Applications of the same project have that by themselves.";

export const nodeApi: Framework = {
  id: "openid-client-api",
  name: "Node.js API, openid-client",
  group: "JavaScript",
  library: "Express, openid-client",
  install: (method) =>
    method === "private_key_jwt" ? "npm install express openid-client jose" : "npm install express openid-client",
  alsoCalled: ["introspection", "REST", "GraphQL"],
  tried: { version: "6.8.9", test: "test/clients/openid-client-examples.test.ts" },
  settings: { type: "api", authMethod: "private_key_jwt" },
  alsoBy: ["basic"],
  why: ["It asks Signet about each token and signs each question with its key; tokens of either kind work."],
  files: (values) => [
    {
      name: "server.js",
      text: lines(
        'import express from "express";',
        ...discover(values),
        "",
        "async function requireToken(request, response, next) {",
        '  const [, token] = /^Bearer +([\\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? "") ?? [];',
        '  if (token === undefined) return response.status(401).set("WWW-Authenticate", "Bearer").end();',
        "  const answer = await client.tokenIntrospection(config, token);",
        '  if (!answer.active) return response.status(401).set("WWW-Authenticate", \'Bearer error="invalid_token"\').end();',
        "  response.locals.token = answer;",
        "  next();",
        "}",
        "",
        "const app = express();",
        'app.get("/hello", requireToken, (_request, response) => {',
        "  const { sub, username, scope, roles = [] } = response.locals.token;",
        "  response.json({ message: `Hello, ${username}`, sub, scope, roles });",
        "});",
        "app.listen(4000);",
      ),
    },
  ],
  note: AUDIENCE,
};

export const pythonApi: Framework = {
  id: "python-api",
  name: "Python API, requests",
  group: "Python",
  library: "requests",
  install: (method) => (method === "private_key_jwt" ? "pip install requests pyjwt[crypto]" : "pip install requests"),
  alsoCalled: ["introspection", "FastAPI", "Flask", "Django REST framework"],
  settings: { type: "api", authMethod: "private_key_jwt" },
  alsoBy: ["basic"],
  why: ["It asks Signet about each token and signs each question with its key; tokens of either kind work."],
  files: ({ clientId, method, endpoints, issuer }) => {
    const keyed = method === "private_key_jwt";
    return [
      {
        name: "tokens.py",
        text: lines(
          keyed && "import json",
          "import os",
          keyed && "import time",
          keyed && "import uuid",
          "",
          keyed && "import jwt",
          "import requests",
          "",
          keyed && 'with open(os.environ["KEY_FILE"]) as file:',
          keyed && "    key_file = json.load(file)",
          keyed && "",
          keyed && "def client_assertion() -> str:",
          keyed && "    now = int(time.time())",
          keyed && `    claims = {"iss": "${clientId}", "sub": "${clientId}", "aud": "${issuer}",`,
          keyed && '              "iat": now, "exp": now + 300, "jti": str(uuid.uuid4())}',
          keyed &&
            '    return jwt.encode(claims, key_file["key"], algorithm="RS256", headers={"kid": key_file["keyId"]})',
          keyed && "",
          "def introspect(token: str) -> dict | None:",
          '    """What the token says, or None if it does not count."""',
          "    answer = requests.post(",
          `        "${endpoints.introspection_endpoint}",`,
          keyed && "        data={",
          keyed && '            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",',
          keyed && '            "client_assertion": client_assertion(),',
          keyed && '            "token": token,',
          keyed && "        },",
          !keyed && `        auth=("${clientId}", os.environ["CLIENT_SECRET"]),`,
          !keyed && '        data={"token": token},',
          "        timeout=5,",
          "    )",
          "    answer.raise_for_status()",
          "    claims = answer.json()",
          '    return claims if claims["active"] else None',
        ),
      },
    ];
  },
  note: AUDIENCE,
};
