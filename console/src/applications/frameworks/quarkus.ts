/** Quarkus, as an application that people sign in to. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { type Framework, INSIDE, lines } from "./framework.ts";

export const quarkus: Framework = {
  id: "quarkus",
  name: "Quarkus",
  group: "Java",
  library: "quarkus-oidc",
  install: "quarkus extension add oidc",
  alsoCalled: ["Java", "Kotlin"],
  settings: { type: "web", authMethod: "basic", idTokenUserinfoAssertion: true },
  redirectPath: "/callback",
  anyPath: true,
  origin: "http://localhost:8080",
  why: [
    "It sends the client secret in the header.",
    `It takes the person from the ID token and asks userinfo only where the program asks for it. ${INSIDE}`,
    "Left alone, it comes back to whatever page was asked for first; redirect-path makes that one address.",
  ],
  files: ({ issuer, clientId, callbackPath, scope, inside }) => [
    {
      name: "application.properties",
      text: lines(
        "quarkus.oidc.application-type=web-app",
        `quarkus.oidc.auth-server-url=${issuer}`,
        `quarkus.oidc.client-id=${clientId}`,
        "quarkus.oidc.credentials.secret=${CLIENT_SECRET}",
        `quarkus.oidc.authentication.scopes=${scope.split(" ").slice(1).join(",")}`,
        `quarkus.oidc.authentication.redirect-path=${callbackPath}`,
        "quarkus.oidc.authentication.restore-path-after-redirect=true",
        !inside && "quarkus.oidc.authentication.user-info-required=true",
        "quarkus.http.auth.permission.signed-in.paths=/*",
        "quarkus.http.auth.permission.signed-in.policy=authenticated",
      ),
    },
  ],
};
