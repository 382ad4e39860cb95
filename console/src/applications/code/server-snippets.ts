/** For servers that run on something else than Node.js. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { usesSecret } from "../kinds.ts";
import { lines, type MakeSnippet } from "./snippet.ts";

const metadataNames = {
  pkce: "none",
  basic: "client_secret_basic",
  post: "client_secret_post",
  private_key_jwt: "private_key_jwt",
} as const;

export const python: MakeSnippet = ({ issuer, clientId, redirectUri, callbackPath, scope, method, endpoints }) => {
  const keyed = method === "private_key_jwt";
  return {
    name: "Python",
    library: "Authlib, Flask",
    install: "pip install Authlib Flask requests",
    files: [
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
          usesSecret(method) && '    client_secret=os.environ["CLIENT_SECRET"],',
          keyed && '    client_secret=key_file["key"],',
          keyed && `    client_auth_methods=[PrivateKeyJWT("${endpoints.token_endpoint}", headers={"kid": key_file["keyId"]})],`,
          `    server_metadata_url="${issuer}/.well-known/openid-configuration",`,
          "    client_kwargs={",
          `        "scope": "${scope}",`,
          '        "code_challenge_method": "S256",',
          `        "token_endpoint_auth_method": "${metadataNames[method]}",`,
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
          '    session["user"] = signet.userinfo(token=token)',
          '    return redirect("/")',
          "",
          '@app.get("/")',
          "def home():",
          '    if "user" not in session:',
          '        return redirect("/sign-in")',
          "    return f\"Hello, {session['user']['name']}\"",
        ),
      },
    ],
  };
};

export const go: MakeSnippet = ({ issuer, clientId, redirectUri, callbackPath, scope, method }) => {
  if (method === "private_key_jwt") return undefined;
  // As gofmt aligns it: to the longest name that is there.
  const pad = usesSecret(method) ? " " : "";
  const scopes = scope.split(" ").map((one) => (one === "openid" ? "oidc.ScopeOpenID" : `"${one}"`));
  return {
    name: "Go",
    library: "golang.org/x/oauth2, go-oidc",
    install: "go get golang.org/x/oauth2 github.com/coreos/go-oidc/v3/oidc",
    files: [
      {
        name: "main.go",
        text: lines(
          "package main",
          "",
          "import (",
          '\t"context"',
          '\t"fmt"',
          '\t"log"',
          '\t"net/http"',
          usesSecret(method) && '\t"os"',
          "",
          '\t"github.com/coreos/go-oidc/v3/oidc"',
          '\t"golang.org/x/oauth2"',
          ")",
          "",
          "func main() {",
          `\tprovider, err := oidc.NewProvider(context.Background(), "${issuer}")`,
          "\tif err != nil {",
          "\t\tlog.Fatal(err)",
          "\t}",
          "\tendpoint := provider.Endpoint()",
          `\tendpoint.AuthStyle = oauth2.${method === "basic" ? "AuthStyleInHeader" : "AuthStyleInParams"}`,
          "\tconfig := oauth2.Config{",
          `\t\tClientID:    ${pad}"${clientId}",`,
          usesSecret(method) && '\t\tClientSecret: os.Getenv("CLIENT_SECRET"),',
          `\t\tEndpoint:    ${pad}endpoint,`,
          `\t\tRedirectURL: ${pad}"${redirectUri}",`,
          `\t\tScopes:      ${pad}[]string{${scopes.join(", ")}},`,
          "\t}",
          "\tverifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})",
          "",
          '\thttp.HandleFunc("/sign-in", func(w http.ResponseWriter, r *http.Request) {',
          "\t\t// Both belong to this browser alone.",
          "\t\tstate, pkce := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()",
          '\t\thttp.SetCookie(w, &http.Cookie{Name: "state", Value: state, Path: "/", MaxAge: 3600, HttpOnly: true})',
          '\t\thttp.SetCookie(w, &http.Cookie{Name: "pkce", Value: pkce, Path: "/", MaxAge: 3600, HttpOnly: true})',
          "\t\thttp.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(pkce)), http.StatusFound)",
          "\t})",
          "",
          `\thttp.HandleFunc("${callbackPath}", func(w http.ResponseWriter, r *http.Request) {`,
          '\t\tstate, err := r.Cookie("state")',
          '\t\tif err != nil || r.FormValue("state") != state.Value {',
          '\t\t\thttp.Error(w, "This sign-in was not begun in this browser", http.StatusBadRequest)',
          "\t\t\treturn",
          "\t\t}",
          '\t\tpkce, err := r.Cookie("pkce")',
          "\t\tif err != nil {",
          "\t\t\thttp.Error(w, err.Error(), http.StatusBadRequest)",
          "\t\t\treturn",
          "\t\t}",
          '\t\ttoken, err := config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(pkce.Value))',
          "\t\tif err != nil {",
          "\t\t\thttp.Error(w, err.Error(), http.StatusBadGateway)",
          "\t\t\treturn",
          "\t\t}",
          '\t\trawIDToken, _ := token.Extra("id_token").(string)',
          "\t\tidToken, err := verifier.Verify(r.Context(), rawIDToken)",
          "\t\tif err != nil {",
          "\t\t\thttp.Error(w, err.Error(), http.StatusBadGateway)",
          "\t\t\treturn",
          "\t\t}",
          '\t\tfmt.Fprintf(w, "Hello, %s", idToken.Subject)',
          "\t})",
          "",
          '\tlog.Fatal(http.ListenAndServe(":3000", nil))',
          "}",
        ),
      },
    ],
  };
};

export const spring: MakeSnippet = ({ issuer, clientId, redirectUri, scope, method }) => {
  if (method === "private_key_jwt") return undefined;
  const home = URL.parse(redirectUri)?.origin ?? "https://app.example.com";
  return {
    name: "Java",
    library: "Spring Boot",
    install: "implementation 'org.springframework.boot:spring-boot-starter-oauth2-client'",
    files: [
      {
        name: "application.yml",
        text: lines(
          "spring:",
          "  security:",
          "    oauth2:",
          "      client:",
          "        registration:",
          "          signet:",
          `            client-id: "${clientId}"`,
          usesSecret(method) && "            client-secret: ${CLIENT_SECRET}",
          `            client-authentication-method: ${metadataNames[method]}`,
          "            authorization-grant-type: authorization_code",
          '            redirect-uri: "{baseUrl}/login/oauth2/code/{registrationId}"',
          `            scope: ${scope.split(" ").join(", ")}`,
          "        provider:",
          "          signet:",
          `            issuer-uri: ${issuer}`,
        ),
      },
    ],
    note: `Spring comes back to an address of its own: add ${home}/login/oauth2/code/signet to the redirect URIs.`,
  };
};

export const dotnet: MakeSnippet = ({ issuer, clientId, callbackPath, scope, method, insecure }) => {
  if (method === "private_key_jwt") return undefined;
  const further = scope.split(" ").filter((one) => one !== "openid" && one !== "profile");
  const basic = method === "basic";
  return {
    name: ".NET",
    library: "ASP.NET Core",
    install: "dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect",
    files: [
      {
        name: "Program.cs",
        text: lines(
          basic && "using System.Net.Http.Headers;",
          basic && "using System.Text;",
          "using Microsoft.AspNetCore.Authentication.Cookies;",
          "using Microsoft.AspNetCore.Authentication.OpenIdConnect;",
          "",
          "var builder = WebApplication.CreateBuilder(args);",
          "builder.Services.AddAuthorization();",
          "builder.Services",
          "    .AddAuthentication(options =>",
          "    {",
          "        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;",
          "        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;",
          "    })",
          "    .AddCookie()",
          "    .AddOpenIdConnect(options =>",
          "    {",
          `        options.Authority = "${issuer}";`,
          `        options.ClientId = "${clientId}";`,
          method === "post" && '        options.ClientSecret = builder.Configuration["CLIENT_SECRET"];',
          '        options.ResponseType = "code";',
          `        options.CallbackPath = "${callbackPath}";`,
          ...further.map((one) => `        options.Scope.Add("${one}");`),
          "        // Name and e-mail address come from userinfo.",
          "        options.GetClaimsFromUserInfoEndpoint = true;",
          "        options.MapInboundClaims = false;",
          '        options.TokenValidationParameters.NameClaimType = "name";',
          insecure && "        // Only for a Signet without https.",
          insecure && "        options.RequireHttpsMetadata = false;",
          basic && "        // ASP.NET would send the secret in the body; this application sends it in the header.",
          basic && "        options.Events.OnAuthorizationCodeReceived = context =>",
          basic && "        {",
          basic && `            var pair = $"${clientId}:{builder.Configuration["CLIENT_SECRET"]}";`,
          basic && "            context.Backchannel.DefaultRequestHeaders.Authorization =",
          basic && '                new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(pair)));',
          basic && "            return Task.CompletedTask;",
          basic && "        };",
          "    });",
          "",
          "var app = builder.Build();",
          "app.UseAuthentication();",
          "app.UseAuthorization();",
          'app.MapGet("/", (HttpContext context) => $"Hello, {context.User.Identity?.Name}").RequireAuthorization();',
          "app.Run();",
        ),
      },
    ],
  };
};
