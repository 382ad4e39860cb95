/** What is sent tokens, or sends them, without anybody signing in to it. */
import { type Framework, INSIDE, lines } from "./framework.ts";

export const kubelogin: Framework = {
  id: "kubelogin",
  name: "kubelogin, Kubernetes",
  group: "Devices",
  library: "kubectl oidc-login",
  install: "kubectl krew install oidc-login",
  alsoCalled: ["kubectl", "k8s", "int128"],
  settings: { type: "native", authMethod: "pkce", idTokenUserinfoAssertion: true },
  redirectPath: "",
  origin: "http://localhost:8000",
  why: [
    "It runs on people's own devices and keeps no secret: every sign-in is tied to the one who began it by PKCE.",
    `The API server of Kubernetes is shown the ID token alone. ${INSIDE}`,
    "It waits at a port of the device; for native applications any port is accepted.",
  ],
  files: ({ issuer, clientId }) => [
    {
      name: "set-credentials.sh",
      text: lines(
        "kubectl config set-credentials signet \\",
        "  --exec-api-version=client.authentication.k8s.io/v1 --exec-command=kubectl \\",
        "  --exec-arg=oidc-login --exec-arg=get-token \\",
        `  --exec-arg=--oidc-issuer-url=${issuer} \\`,
        `  --exec-arg=--oidc-client-id=${clientId} \\`,
        "  --exec-arg=--oidc-extra-scope=profile,email,groups,offline_access",
      ),
    },
    {
      name: "kube-apiserver",
      text: lines(
        `--oidc-issuer-url=${issuer}`,
        `--oidc-client-id=${clientId}`,
        "--oidc-username-claim=email",
        "--oidc-groups-claim=groups",
        "--oidc-groups-prefix=signet:",
      ),
    },
  ],
  note: "The API server insists on an issuer with https. Groups are the keys of roles, whatever those are called: the prefix keeps one that is called system:masters from being that of Kubernetes.",
};

export const kafka: Framework = {
  id: "kafka",
  name: "Kafka",
  group: "Products",
  library: "Apache Kafka, SASL OAUTHBEARER",
  settings: { type: "api", authMethod: "basic" },
  callers: { accessTokenKind: "jwt" },
  why: [
    "Brokers verify tokens with the keys of Signet, and clients read them before they send them: both need JWTs.",
    "Producers and consumers are service users: they get their tokens for a client secret, in the header.",
  ],
  files: ({ issuer, endpoints }) => [
    {
      name: "server.properties",
      text: lines(
        "sasl.enabled.mechanisms=OAUTHBEARER",
        `sasl.oauthbearer.jwks.endpoint.url=${endpoints.jwks_uri}`,
        `sasl.oauthbearer.expected.issuer=${issuer}`,
        "# The id of the project that the brokers belong to.",
        "sasl.oauthbearer.expected.audience=PROJECT_ID",
        "listener.name.sasl_ssl.oauthbearer.sasl.server.callback.handler.class=\\",
        "  org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler",
        "listener.name.sasl_ssl.oauthbearer.sasl.jaas.config=\\",
        "  org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;",
      ),
    },
    {
      name: "client.properties",
      text: lines(
        "security.protocol=SASL_SSL",
        "sasl.mechanism=OAUTHBEARER",
        "sasl.login.callback.handler.class=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
        `sasl.oauthbearer.token.endpoint.url=${endpoints.token_endpoint}`,
        "sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required \\",
        '  clientId="SERVICE_USER_ID" clientSecret="…" scope="urn:service:iam:org:project:id:PROJECT_ID:aud";',
      ),
    },
  ],
  note: "Java refuses the addresses until -Dorg.apache.kafka.sasl.oauthbearer.allowed.urls names them.",
};

export const dovecot: Framework = {
  id: "dovecot",
  name: "Dovecot",
  group: "Products",
  library: "Dovecot 2.4, oauth2",
  alsoCalled: ["IMAP", "mail"],
  settings: { type: "api", authMethod: "basic" },
  why: [
    "It asks Signet about each token and proves itself by a client secret in the header, which it takes from the address.",
  ],
  files: ({ clientId, endpoints }) => [
    {
      name: "dovecot.conf",
      text: lines(
        "auth_mechanisms = $SET:auth_mechanisms oauthbearer xoauth2",
        "oauth2 {",
        "  introspection_mode = post",
        `  introspection_url = ${endpoints.introspection_endpoint.replace("://", `://${clientId}:CLIENT_SECRET@`)}`,
        "  active_attribute = active",
        "  active_value = true",
        "  username_attribute = username",
        "}",
      ),
    },
  ],
  note: "The application that gets the tokens, such as a web mail, must have this API's project in its audience.",
};
