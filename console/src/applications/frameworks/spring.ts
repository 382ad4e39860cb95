/** Spring Boot: as an application that people sign in to, and as an API that is sent tokens. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the programs in the text.
import { type Framework, lines, methodNames, sendsSecret } from "./framework.ts";

export const spring: Framework = {
  id: "spring",
  name: "Spring Boot",
  group: "Java",
  library: "spring-boot-starter-oauth2-client",
  install: "implementation 'org.springframework.boot:spring-boot-starter-oauth2-client'",
  alsoCalled: ["Spring Security", "Java", "Kotlin", "OAuth2 client"],
  tried: { version: "4.1.1", test: "test/clients/spring/client.test.ts" },
  settings: { type: "web", authMethod: "basic" },
  alsoBy: ["pkce"],
  redirectPath: "/login/oauth2/code/signet",
  origin: "http://localhost:8080",
  why: [
    "It sends the client secret in the header.",
    "With the scopes profile, email, phone or address it asks userinfo, so the ID token stays small.",
    "signet is the id of the registration in application.yml; the path ends with it.",
  ],
  files: ({ issuer, clientId, scope, method }) => [
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
        sendsSecret(method) && "            client-secret: ${CLIENT_SECRET}",
        !sendsSecret(method) && `            client-authentication-method: ${methodNames[method]}`,
        `            scope: ${scope.split(" ").join(", ")}`,
        "            # Left alone, it comes back to another path when a token cannot be refreshed any more.",
        '            redirect-uri: "{baseUrl}/login/oauth2/code/{registrationId}"',
        "        provider:",
        "          signet:",
        `            issuer-uri: ${issuer}`,
      ),
    },
  ],
};

export const springOpaque: Framework = {
  id: "spring-opaque",
  name: "Spring Boot resource server, opaque tokens",
  group: "Java",
  library: "spring-boot-starter-oauth2-resource-server",
  install: "implementation 'org.springframework.boot:spring-boot-starter-oauth2-resource-server'",
  alsoCalled: ["Spring Security", "introspection", "opaquetoken"],
  tried: { version: "4.1.1", test: "test/clients/spring/resource-server.test.ts" },
  settings: { type: "api", authMethod: "basic" },
  why: [
    "It asks Signet about each token and proves itself by a client secret in the header; tokens of either kind work.",
  ],
  files: ({ clientId, endpoints }) => [
    {
      name: "application.yml",
      text: lines(
        "spring:",
        "  security:",
        "    oauth2:",
        "      resourceserver:",
        "        opaquetoken:",
        `          introspection-uri: ${endpoints.introspection_endpoint}`,
        `          client-id: "${clientId}"`,
        "          client-secret: ${CLIENT_SECRET}",
      ),
    },
  ],
};

export const springJwt: Framework = {
  id: "spring-jwt",
  name: "Spring Boot resource server, JWT",
  group: "Java",
  library: "spring-boot-starter-oauth2-resource-server",
  install: "implementation 'org.springframework.boot:spring-boot-starter-oauth2-resource-server'",
  alsoCalled: ["Spring Security", "issuer-uri"],
  tried: { version: "4.1.1", test: "test/clients/spring/resource-server.test.ts" },
  settings: { type: "api", authMethod: "basic" },
  callers: { accessTokenKind: "jwt", accessTokenType: "JWT" },
  why: [
    "It verifies tokens with the keys of Signet and never asks about them: one that was ended still counts until it expires.",
    "Its decoder refuses the type at+jwt. So whoever calls it needs JWTs of the type JWT.",
  ],
  files: ({ issuer }) => [
    {
      name: "application.yml",
      text: lines(
        "spring:",
        "  security:",
        "    oauth2:",
        "      resourceserver:",
        "        jwt:",
        `          issuer-uri: ${issuer}`,
      ),
    },
  ],
  note: "It looks at issuer and expiry only. Add the id of the project under audiences, so that it takes tokens that were made for it and no others.",
};
