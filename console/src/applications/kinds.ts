/** The types of applications and the ways they prove themselves, in words, and what goes with what. */
import { type Icon, IconApi, IconBrowser, IconDeviceMobile, IconServer2 } from "@tabler/icons-react";
import type { Schemas } from "../api.ts";

export type Application = Schemas["Application"];
export type ApplicationType = Application["type"];
export type AuthMethod = Application["authMethod"];
export type ResponseType = Application["responseTypes"][number];
export type GrantType = Application["grantTypes"][number];

interface Kind {
  readonly label: string;
  readonly icon: Icon;
  readonly sentence: string;
  readonly examples: string;
  /** The first one is what we would take. */
  readonly authMethods: readonly [AuthMethod, ...AuthMethod[]];
  readonly responseTypes: readonly ResponseType[];
  /** What a new one starts with. */
  readonly refresh: boolean;
  /** What an address of it looks like. */
  readonly placeholder: string;
}

export const kinds: Readonly<Record<ApplicationType, Kind>> = {
  web: {
    label: "Web",
    icon: IconServer2,
    sentence: "Its pages are made by a server of yours, which also keeps the tokens.",
    examples: "Next.js, Express, Django, Spring Boot, ASP.NET",
    authMethods: ["pkce", "private_key_jwt", "basic", "post"],
    responseTypes: ["code", "id_token", "id_token token"],
    refresh: true,
    placeholder: "https://app.example.com/callback",
  },
  native: {
    label: "Native",
    icon: IconDeviceMobile,
    sentence: "People install it on a device of theirs.",
    examples: "Apps for iOS and Android, desktop programs, command lines",
    authMethods: ["pkce"],
    responseTypes: ["code"],
    refresh: true,
    placeholder: "com.example.app:/callback",
  },
  user_agent: {
    label: "User Agent",
    icon: IconBrowser,
    sentence: "A single-page application: all of it runs in the browser.",
    examples: "React, Angular, Vue, Svelte",
    authMethods: ["pkce"],
    responseTypes: ["code", "id_token", "id_token token"],
    refresh: false,
    placeholder: "https://app.example.com/callback",
  },
  api: {
    label: "API",
    icon: IconApi,
    sentence: "Nobody signs in to it: it receives access tokens and asks Signet whether they count.",
    examples: "REST and GraphQL servers, gateways, workers",
    authMethods: ["private_key_jwt", "basic"],
    responseTypes: [],
    refresh: false,
    placeholder: "",
  },
};

export const applicationTypes = ["web", "native", "user_agent", "api"] as const satisfies readonly ApplicationType[];

interface Method {
  readonly label: string;
  readonly explanation: string;
  /** Why one would rather take another. */
  readonly disadvantage?: string;
}

export const methods: Readonly<Record<AuthMethod, Method>> = {
  pkce: {
    label: "PKCE",
    explanation: "Nothing to keep secret: every sign-in is tied to the one who began it by a value that is used once.",
  },
  private_key_jwt: {
    label: "Private key JWT",
    explanation:
      "It signs with a private key that never leaves it; Signet has only the public half. The strongest proof there is.",
  },
  basic: {
    label: "Client secret, basic",
    explanation: "A secret that both sides know, sent in the header of the request. Every library can do it.",
  },
  post: {
    label: "Client secret, POST",
    explanation: "The same secret, sent in the body of the request.",
    disadvantage:
      "Bodies end up in logs, and the secret with them. Take this only for a library that can do nothing else.",
  },
};

export function usesSecret(method: AuthMethod): boolean {
  return method === "basic" || method === "post";
}

const grantOf = { code: "authorization_code", id_token: "implicit", "id_token token": "implicit" } as const;

/** The grants that go with these response types: the lists have to agree, so nobody has to keep both. */
export function grantsFor(responseTypes: readonly ResponseType[], refresh: boolean): GrantType[] {
  const needed = new Set<GrantType>(responseTypes.map((one) => grantOf[one]));
  if (refresh && needed.has("authorization_code")) needed.add("refresh_token");
  return (["authorization_code", "refresh_token", "implicit"] as const).filter((grant) => needed.has(grant));
}
