/** Three libraries that sign people in to Django. */
import { type Framework, lines } from "./framework.ts";

const environ = (name: string) => `os.environ["${name}"]`;

export const mozillaDjangoOidc: Framework = {
  id: "mozilla-django-oidc",
  name: "Django, mozilla-django-oidc",
  group: "Python",
  library: "mozilla-django-oidc",
  install: "pip install mozilla-django-oidc",
  tried: { version: "5.0.2", test: "test/clients/python/mozilla-django-oidc.test.ts" },
  settings: { type: "web", authMethod: "post" },
  redirectPath: "/oidc/callback/",
  origin: "http://localhost:8000",
  why: [
    "It sends the client secret in the body unless OIDC_TOKEN_USE_BASIC_AUTH is set.",
    "It takes the e-mail address from userinfo, so the ID token stays small.",
  ],
  files: ({ clientId, endpoints }) => [
    {
      name: "settings.py",
      text: lines(
        'INSTALLED_APPS += ["mozilla_django_oidc"]',
        'AUTHENTICATION_BACKENDS = ["mozilla_django_oidc.auth.OIDCAuthenticationBackend"]',
        `OIDC_RP_CLIENT_ID = "${clientId}"`,
        `OIDC_RP_CLIENT_SECRET = ${environ("CLIENT_SECRET")}`,
        "# It expects HS256 unless it is told.",
        'OIDC_RP_SIGN_ALGO = "RS256"',
        `OIDC_OP_JWKS_ENDPOINT = "${endpoints.jwks_uri}"`,
        `OIDC_OP_AUTHORIZATION_ENDPOINT = "${endpoints.authorization_endpoint}"`,
        `OIDC_OP_TOKEN_ENDPOINT = "${endpoints.token_endpoint}"`,
        `OIDC_OP_USER_ENDPOINT = "${endpoints.userinfo_endpoint}"`,
        'LOGIN_URL = "oidc_authentication_init"',
        'LOGIN_REDIRECT_URL = "/"',
      ),
    },
    { name: "urls.py", text: lines('urlpatterns += [path("oidc/", include("mozilla_django_oidc.urls"))]') },
  ],
};

export const allauth: Framework = {
  id: "allauth",
  name: "Django, allauth",
  group: "Python",
  library: "django-allauth",
  install: 'pip install "django-allauth[socialaccount]"',
  alsoCalled: ["django-allauth"],
  tried: { version: "65.21.1", test: "test/clients/python/allauth.test.ts" },
  settings: { type: "web", authMethod: "post" },
  redirectPath: "/accounts/oidc/signet/login/callback/",
  origin: "http://localhost:8000",
  why: [
    "It sends the client secret in the body where discovery offers that.",
    "It asks userinfo, so the ID token stays small.",
    "signet is the provider_id in settings.py; the path names it.",
  ],
  files: ({ issuer, clientId }) => [
    {
      name: "settings.py",
      text: lines(
        "INSTALLED_APPS += [",
        '    "allauth",',
        '    "allauth.account",',
        '    "allauth.socialaccount",',
        '    "allauth.socialaccount.providers.openid_connect",',
        "]",
        'MIDDLEWARE += ["allauth.account.middleware.AccountMiddleware"]',
        'AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]',
        "SOCIALACCOUNT_PROVIDERS = {",
        '    "openid_connect": {',
        '        "APPS": [',
        "            {",
        '                "provider_id": "signet",',
        '                "name": "Signet",',
        `                "client_id": "${clientId}",`,
        `                "secret": ${environ("CLIENT_SECRET")},`,
        `                "settings": {"server_url": "${issuer}"},`,
        "            }",
        "        ],",
        '        "OAUTH_PKCE_ENABLED": True,',
        "    }",
        "}",
      ),
    },
    { name: "urls.py", text: lines('urlpatterns += [path("accounts/", include("allauth.urls"))]') },
  ],
};

export const socialAuth: Framework = {
  id: "social-auth",
  name: "Django, Python Social Auth",
  group: "Python",
  library: "social-auth-app-django",
  install: "pip install social-auth-app-django",
  alsoCalled: ["python-social-auth", "social-core"],
  settings: { type: "web", authMethod: "basic" },
  redirectPath: "/complete/oidc/",
  origin: "http://localhost:8000",
  why: [
    "It sends the client secret in the header where discovery offers that.",
    "It asks userinfo, so the ID token stays small.",
  ],
  files: ({ issuer, clientId }) => [
    {
      name: "settings.py",
      text: lines(
        'INSTALLED_APPS += ["social_django"]',
        'AUTHENTICATION_BACKENDS = ["social_core.backends.open_id_connect.OpenIdConnectAuth"]',
        `SOCIAL_AUTH_OIDC_OIDC_ENDPOINT = "${issuer}"`,
        `SOCIAL_AUTH_OIDC_KEY = "${clientId}"`,
        `SOCIAL_AUTH_OIDC_SECRET = ${environ("CLIENT_SECRET")}`,
      ),
    },
    { name: "urls.py", text: lines('urlpatterns += [path("", include("social_django.urls"))]') },
  ],
};
