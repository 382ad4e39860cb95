/** Python beside Django. */
import { type Framework, INSIDE, lines, methodNames, sendsSecret } from "./framework.ts";

export const flask: Framework = {
  id: "authlib",
  name: "Flask, Authlib",
  group: "Python",
  library: "Authlib",
  install: "pip install Authlib Flask requests",
  alsoCalled: ["FastAPI", "Starlette", "Python"],
  settings: { type: "web", authMethod: "basic", idTokenUserinfoAssertion: true },
  redirectPath: "/callback",
  origin: "http://localhost:5000",
  why: [
    "It sends the client secret in the header.",
    `What it calls userinfo in the answer to a sign-in are the claims of the ID token. ${INSIDE}`,
  ],
  files: ({ issuer, clientId, redirectUri, callbackPath, scope, method, inside, endpoints }) => {
    const keyed = method === "private_key_jwt";
    return [
      {
        name: "app.py",
        text: lines(
          keyed && "import json",
          "import os",
          "",
          "from authlib.integrations.flask_client import OAuth",
          keyed && "from authlib.oauth2.rfc7523 import PrivateKeyJWT",
          "from flask import Flask, redirect, session",
          "",
          keyed && 'with open(os.environ["KEY_FILE"]) as file:',
          keyed && "    key_file = json.load(file)",
          keyed && "",
          "app = Flask(__name__)",
          'app.secret_key = os.environ["SESSION_SECRET"]',
          "signet = OAuth(app).register(",
          '    "signet",',
          `    client_id="${clientId}",`,
          sendsSecret(method) && '    client_secret=os.environ["CLIENT_SECRET"],',
          keyed && '    client_secret=key_file["key"],',
          keyed && `    client_auth_methods=[PrivateKeyJWT("${endpoints.token_endpoint}", headers={"kid": key_file["keyId"]})],`,
          `    server_metadata_url="${issuer}/.well-known/openid-configuration",`,
          "    client_kwargs={",
          `        "scope": "${scope}",`,
          '        "code_challenge_method": "S256",',
          `        "token_endpoint_auth_method": "${methodNames[method]}",`,
          "    },",
          ")",
          "",
          '@app.get("/sign-in")',
          "def sign_in():",
          `    return signet.authorize_redirect("${redirectUri}")`,
          "",
          `@app.get("${callbackPath}")`,
          "def callback():",
          "    token = signet.authorize_access_token()",
          inside && '    session["user"] = token["userinfo"]',
          !inside && '    session["user"] = signet.userinfo(token=token)',
          '    return redirect("/")',
          "",
          '@app.get("/")',
          "def home():",
          '    if "user" not in session:',
          '        return redirect("/sign-in")',
          "    return f\"Hello, {session['user']['name']}\"",
        ),
      },
    ];
  },
};

export const requestsOauthlib: Framework = {
  id: "requests-oauthlib",
  name: "requests-oauthlib",
  group: "Python",
  library: "requests-oauthlib",
  install: "pip install requests-oauthlib",
  alsoCalled: ["oauthlib", "requests", "Python"],
  settings: { type: "web", authMethod: "basic" },
  redirectPath: "/callback",
  origin: "http://localhost:5000",
  why: [
    "It sends the client secret in the header.",
    "It knows nothing of ID tokens: the program asks userinfo, so the ID token stays small.",
  ],
  files: ({ clientId, redirectUri, scope, endpoints }) => [
    {
      name: "sign_in.py",
      text: lines(
        "import os",
        "",
        "from requests_oauthlib import OAuth2Session",
        "",
        `signet = OAuth2Session("${clientId}", redirect_uri="${redirectUri}", scope="${scope}", pkce="S256")`,
        `address, state = signet.authorization_url("${endpoints.authorization_endpoint}")`,
        "# Send the browser to address; then, with the address it came back to:",
        `signet.fetch_token("${endpoints.token_endpoint}", authorization_response=came_back_to, client_secret=os.environ["CLIENT_SECRET"])`,
        `user = signet.get("${endpoints.userinfo_endpoint}").json()`,
      ),
    },
  ],
};

export const streamlit: Framework = {
  id: "streamlit",
  name: "Streamlit",
  group: "Python",
  library: "Streamlit, Authlib",
  install: 'pip install "streamlit[auth]"',
  settings: { type: "web", authMethod: "basic", idTokenUserinfoAssertion: true },
  redirectPath: "/oauth2callback",
  postLogoutPath: "/",
  origin: "http://localhost:8501",
  why: ["It sends the client secret in the header.", `st.user holds the claims of the ID token and nothing else. ${INSIDE}`],
  files: ({ issuer, clientId, redirectUri }) => [
    {
      name: ".streamlit/secrets.toml",
      text: lines(
        "[auth]",
        `redirect_uri = "${redirectUri}"`,
        'cookie_secret = "…"',
        `client_id = "${clientId}"`,
        'client_secret = "…"',
        `server_metadata_url = "${issuer}/.well-known/openid-configuration"`,
      ),
    },
    {
      name: "app.py",
      text: lines(
        "import streamlit as st",
        "",
        "if not st.user.is_logged_in:",
        "    st.login()",
        "    st.stop()",
        'st.write(f"Hello, {st.user.name}")',
      ),
    },
  ],
};
