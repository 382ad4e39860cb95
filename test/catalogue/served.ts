/** Every address that is served, and those at which others have left a door open. */

/**
 * As the router prints it. What is new here needs no token unless its own tests say so: that is why it is written down.
 */
export const addressesServed = `
└── / (GET, HEAD)
    ├── healthz (GET, HEAD)
    ├── readyz (GET, HEAD)
    ├── .well-known/openid-configuration (OPTIONS, GET, HEAD)
    ├── oauth/v2/keys (OPTIONS, GET, HEAD)
    ├── oauth/v2/authorize (GET, HEAD, POST)
    │   └── /callback (GET, HEAD)
    ├── oauth/v2/endsession (GET, HEAD, POST)
    ├── oauth/v2/token (OPTIONS, POST)
    ├── oauth/v2/introspect (POST)
    ├── oauth/v2/userinfo (OPTIONS, GET, HEAD, POST)
    ├── oauth/v2/revoke (OPTIONS, POST)
    ├── management/v1 (GET, HEAD, TRACE, DELETE, OPTIONS, PATCH, PUT, POST, QUERY)
    │   └── * (GET, HEAD, TRACE, DELETE, OPTIONS, PATCH, PUT, POST, QUERY)
    ├── account (GET, HEAD, TRACE, DELETE, OPTIONS, PATCH, PUT, POST, QUERY)
    │   └── * (GET, HEAD, TRACE, DELETE, OPTIONS, PATCH, PUT, POST, QUERY)
    ├── console (GET, HEAD, TRACE, DELETE, OPTIONS, PATCH, PUT, POST, QUERY)
    │   └── * (GET, HEAD, TRACE, DELETE, OPTIONS, PATCH, PUT, POST, QUERY)
    ├── login (GET, HEAD, POST)
    │   ├── /accounts (GET, HEAD, POST)
    │   │   └── /remove (POST)
    │   ├── /password (GET, HEAD, POST)
    │   │   └── /account (GET, HEAD, POST)
    │   ├── /passkey (POST)
    │   │   └── /offer (GET, HEAD, POST)
    │   ├── /preview (POST)
    │   ├── /unblock (GET, HEAD, POST)
    │   ├── /factor (GET, HEAD, POST)
    │   ├── /forgot (GET, HEAD, POST)
    │   │   └── /sent (GET, HEAD)
    │   ├── /enrol (GET, HEAD, POST)
    │   │   └── /done (POST)
    │   ├── /new-password (GET, HEAD, POST)
    │   ├── /register (GET, HEAD, POST)
    │   │   └── /code (GET, HEAD, POST)
    │   ├── /consent (GET, HEAD, POST)
    │   ├── /cancel (POST)
    │   ├── /mail (GET, HEAD, POST)
    │   │   ├── /password-set (GET, HEAD)
    │   │   └── /address-confirmed (GET, HEAD)
    │   └── /images/:id (GET, HEAD)
    └── logout (GET, HEAD, POST)
        └── /done (GET, HEAD)`
  .trim()
  .split("\n");

export const helperAddresses = [
  "/debug",
  "/debug/pprof",
  "/debug/vars",
  "/test",
  "/testing",
  "/preview",
  "/render",
  "/template/preview",
  "/evaluate",
  "/export",
  "/import",
  "/backup",
  "/dump",
  "/config",
  "/env",
  "/internal",
  "/admin",
  "/metrics",
  "/status",
  "/version",
  "/actuator",
  "/actuator/env",
  "/graphql",
  "/swagger.json",
  "/scim/v2/Users",
  "/h2-console",
  "/signing-keys/private",
  "/keys/private",
  "/certificates",
  "/impersonate",
  "/__inspect",
];

export const setupAddresses = [
  "/setup",
  "/setup/initial",
  "/install",
  "/installer",
  "/initial-setup",
  "/if/flow/initial-setup/",
  "/init",
  "/bootstrap",
  "/seed",
  "/onboarding",
  "/first-start",
  "/admin/setup",
  "/register/admin",
  "/reset",
  "/recover",
];
