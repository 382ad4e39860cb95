/** Programs that people run as they are, and that take an identity provider by configuration. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { type Framework, INSIDE, lines } from "./framework.ts";

export const jupyterhub: Framework = {
  id: "jupyterhub",
  name: "JupyterHub",
  group: "Products",
  library: "oauthenticator, GenericOAuthenticator",
  install: "pip install oauthenticator",
  alsoCalled: ["Jupyter"],
  settings: { type: "web", authMethod: "post" },
  redirectPath: "/hub/oauth_callback",
  origin: "http://localhost:8000",
  why: [
    "It sends the client secret in the body unless basic_auth is set.",
    "It takes the person from userinfo, so the ID token stays small.",
  ],
  files: ({ clientId, redirectUri, endpoints }) => [
    {
      name: "jupyterhub_config.py",
      text: lines(
        "import os",
        "",
        'c.JupyterHub.authenticator_class = "generic-oauth"',
        `c.GenericOAuthenticator.client_id = "${clientId}"`,
        'c.GenericOAuthenticator.client_secret = os.environ["CLIENT_SECRET"]',
        `c.GenericOAuthenticator.oauth_callback_url = "${redirectUri}"`,
        `c.GenericOAuthenticator.authorize_url = "${endpoints.authorization_endpoint}"`,
        `c.GenericOAuthenticator.token_url = "${endpoints.token_endpoint}"`,
        `c.GenericOAuthenticator.userdata_url = "${endpoints.userinfo_endpoint}"`,
        'c.GenericOAuthenticator.scope = ["openid", "profile", "email"]',
        'c.GenericOAuthenticator.username_claim = "preferred_username"',
        "c.GenericOAuthenticator.allow_all = True",
      ),
    },
  ],
};

export const synapse: Framework = {
  id: "synapse",
  name: "Synapse",
  group: "Products",
  library: "matrix-synapse",
  install: 'pip install "matrix-synapse[oidc]"',
  alsoCalled: ["Matrix", "Element"],
  settings: { type: "web", authMethod: "basic", idTokenUserinfoAssertion: true },
  redirectPath: "/_synapse/client/oidc/callback",
  origin: "http://localhost:8008",
  why: [
    "It sends the client secret in the header.",
    `With the scope openid it reads the ID token and leaves userinfo alone. ${INSIDE}`,
  ],
  files: ({ issuer, clientId, inside }) => [
    {
      name: "homeserver.yaml",
      text: lines(
        "oidc_providers:",
        "  - idp_id: signet",
        "    idp_name: Signet",
        `    issuer: "${issuer}"`,
        `    client_id: "${clientId}"`,
        "    client_secret_path: /run/secrets/signet",
        '    scopes: ["openid", "profile", "email"]',
        !inside && "    user_profile_method: userinfo_endpoint",
        "    user_mapping_provider:",
        "      config:",
        "        localpart_template: \"{{ user.preferred_username.split('@')[0] }}\"",
        '        display_name_template: "{{ user.name }}"',
        '        email_template: "{{ user.email }}"',
      ),
    },
  ],
};

export const grafana: Framework = {
  id: "grafana",
  name: "Grafana",
  group: "Products",
  library: "Grafana, generic OAuth",
  settings: { type: "web", authMethod: "basic" },
  redirectPath: "/login/generic_oauth",
  origin: "http://localhost:3000",
  why: [
    "It tries the client secret in the header first.",
    "What it does not find in the ID token it asks api_url for, which is userinfo, so the ID token stays small.",
  ],
  files: ({ clientId, endpoints }) => [
    {
      name: "grafana.ini",
      text: lines(
        "[auth.generic_oauth]",
        "enabled = true",
        "name = Signet",
        `client_id = ${clientId}`,
        "client_secret = $__env{CLIENT_SECRET}",
        "scopes = openid profile email groups",
        `auth_url = ${endpoints.authorization_endpoint}`,
        `token_url = ${endpoints.token_endpoint}`,
        `api_url = ${endpoints.userinfo_endpoint}`,
        "use_pkce = true",
        "login_attribute_path = preferred_username",
        "# With the scope groups come the keys of the roles that somebody has in the project.",
        "role_attribute_path = contains(groups[*], 'admin') && 'Admin' || 'Viewer'",
      ),
    },
  ],
};

export const pgadmin: Framework = {
  id: "pgadmin",
  name: "pgAdmin",
  group: "Products",
  library: "pgAdmin 4",
  settings: { type: "web", authMethod: "basic", idTokenUserinfoAssertion: true },
  redirectPath: "/oauth2/authorize",
  origin: "http://localhost:5050",
  why: [
    "It sends the client secret in the header.",
    `Where it knows the provider by discovery it takes an ID token with sub for enough, and leaves userinfo alone. ${INSIDE}`,
  ],
  files: ({ issuer, clientId, inside, endpoints }) => [
    {
      name: "config_local.py",
      text: lines(
        "import os",
        "",
        'AUTHENTICATION_SOURCES = ["oauth2", "internal"]',
        "OAUTH2_AUTO_CREATE_USER = True",
        "OAUTH2_CONFIG = [",
        "    {",
        '        "OAUTH2_NAME": "signet",',
        '        "OAUTH2_DISPLAY_NAME": "Signet",',
        `        "OAUTH2_CLIENT_ID": "${clientId}",`,
        '        "OAUTH2_CLIENT_SECRET": os.environ["CLIENT_SECRET"],',
        `        "OAUTH2_SERVER_METADATA_URL": "${issuer}/.well-known/openid-configuration",`,
        `        "OAUTH2_AUTHORIZATION_URL": "${endpoints.authorization_endpoint}",`,
        `        "OAUTH2_TOKEN_URL": "${endpoints.token_endpoint}",`,
        `        "OAUTH2_API_BASE_URL": "${issuer}",`,
        `        "OAUTH2_USERINFO_ENDPOINT": "${endpoints.userinfo_endpoint}",`,
        '        "OAUTH2_SCOPE": "openid profile email",',
        !inside && "        # What it does not find in the ID token it asks userinfo for.",
        !inside && '        "OAUTH2_USERNAME_CLAIM": "email",',
        "    }",
        "]",
      ),
    },
  ],
};

export const gitea: Framework = {
  id: "gitea",
  name: "Gitea, Forgejo",
  group: "Products",
  library: "Gitea, Forgejo",
  alsoCalled: ["Codeberg", "Git"],
  settings: { type: "web", authMethod: "basic" },
  redirectPath: "/user/oauth2/signet/callback",
  origin: "http://localhost:3000",
  why: [
    "It tries the client secret in the header first.",
    "It asks userinfo beside the ID token, so the ID token stays small.",
    "signet is the name of the authentication source; the path names it.",
  ],
  files: ({ issuer, clientId }) => [
    {
      name: "add-signet.sh",
      text: lines(
        "gitea admin auth add-oauth --name signet --provider openidConnect \\",
        `  --key ${clientId} --secret "$CLIENT_SECRET" \\`,
        `  --auto-discover-url ${issuer}/.well-known/openid-configuration \\`,
        "  --scopes profile --scopes email",
      ),
    },
  ],
  note: "With Forgejo the command is forgejo admin auth add-oauth; the rest is the same.",
};
