/** Proxies that sign people in on behalf of whatever stands behind them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { type Framework, lines } from "./framework.ts";

export const modAuthOpenidc: Framework = {
  id: "mod_auth_openidc",
  name: "mod_auth_openidc",
  group: "Proxies",
  library: "Apache httpd",
  install: "apt-get install libapache2-mod-auth-openidc && a2enmod auth_openidc",
  alsoCalled: ["Apache", "httpd"],
  tried: { version: "2.4.12.3", test: "test/clients/apache/mod-auth-openidc.test.ts" },
  settings: { type: "web", authMethod: "basic" },
  redirectPath: "/protected/redirect_uri",
  postLogoutPath: "/",
  origin: "http://localhost",
  why: [
    "It takes the first method that discovery offers and that it can do: the client secret in the header.",
    "It asks userinfo after each sign-in and hands ID token and userinfo on together, so the ID token stays small.",
  ],
  files: ({ issuer, clientId, redirectUri, scope }) => [
    {
      name: "signet.conf",
      text: lines(
        `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration`,
        `OIDCClientID ${clientId}`,
        "# Both secrets are variables of Apache's environment, which Debian has in /etc/apache2/envvars.",
        'OIDCClientSecret "${CLIENT_SECRET}"',
        `OIDCRedirectURI ${redirectUri}`,
        'OIDCCryptoPassphrase "${SESSION_SECRET}"',
        `OIDCScope "${scope}"`,
        "OIDCRemoteUserClaim email",
        "",
        "<Location /protected>",
        "    AuthType openid-connect",
        "    Require valid-user",
        "</Location>",
      ),
    },
  ],
  note: "The redirect URI must lie below a protected location and must not be a page that exists: the module answers there itself. A link to it with ?logout= and the address of the start page signs out, at Signet, too.",
};

export const oauth2Proxy: Framework = {
  id: "oauth2-proxy",
  name: "oauth2-proxy",
  group: "Proxies",
  library: "oauth2-proxy",
  alsoCalled: ["nginx auth_request", "Traefik forward auth", "Kubernetes ingress"],
  tried: { version: "7.8.1", test: "test/clients/oauth2-proxy/oauth2-proxy.test.ts" },
  settings: { type: "web", authMethod: "basic" },
  redirectPath: "/oauth2/callback",
  origin: "http://localhost:4180",
  why: [
    "It tries the client secret in the header first.",
    "What it does not find in the ID token it asks userinfo for, so the ID token stays small.",
  ],
  files: ({ issuer, clientId, redirectUri }) => [
    {
      name: "oauth2-proxy.cfg",
      text: lines(
        'provider = "oidc"',
        `oidc_issuer_url = "${issuer}"`,
        `client_id = "${clientId}"`,
        "# The secrets come from OAUTH2_PROXY_CLIENT_SECRET and OAUTH2_PROXY_COOKIE_SECRET.",
        `redirect_url = "${redirectUri}"`,
        'code_challenge_method = "S256"',
        'email_domains = ["*"]',
        'upstreams = ["http://127.0.0.1:8081"]',
        redirectUri.startsWith("http:") && "# Only without https.",
        redirectUri.startsWith("http:") && "cookie_secure = false",
      ),
    },
  ],
  note: "It admits only people whose e-mail address is verified.",
};
