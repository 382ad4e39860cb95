/**
 * What Signet knows about a framework, library or product that people sign in with: what has to be registered for it as
 * it comes, and what to write into it. The wizard, the code page, docs/clients.md and the tests in test/clients all
 * read this and nothing else, so this folder imports nothing from outside it.
 */

export type FrameworkType = "web" | "native" | "user_agent" | "api";
export type FrameworkMethod = "basic" | "post" | "pkce" | "private_key_jwt";

/** The addresses that frameworks without discovery have to be told. */
export interface Endpoints {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly introspection_endpoint: string;
  readonly userinfo_endpoint: string;
  readonly end_session_endpoint: string;
  readonly jwks_uri: string;
}

/** What an example is filled with. */
export interface SnippetValues {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The path of it, which the application answers at. */
  readonly callbackPath: string;
  /** Where the application listens. */
  readonly port: number;
  readonly postLogoutUri: string | undefined;
  readonly scope: string;
  readonly method: FrameworkMethod;
  /**
   * User Info inside ID Token is on: where it is off, whoever reads only the ID token has to be told to ask userinfo.
   */
  readonly inside: boolean;
  readonly endpoints: Endpoints;
  /** Libraries insist on https, and have to be told that it is not yet there. */
  readonly insecure: boolean;
}

export interface SnippetFile {
  readonly name: string;
  readonly text: string;
}

/** What of an application follows from the framework. The rest is what is proposed for its type. */
export interface FrameworkSettings {
  readonly type: FrameworkType;
  /** The one it uses when nobody tells it otherwise. */
  readonly authMethod: FrameworkMethod;
  /** Where it is more than `code`. */
  readonly responseTypes?: readonly ("code" | "id_token")[];
  /** User Info inside ID Token: on where it reads nothing but the ID token. */
  readonly idTokenUserinfoAssertion?: boolean;
  /** Where it insists on one kind. */
  readonly accessTokenKind?: "opaque" | "jwt";
}

/** What applications and service users need whose tokens are sent to it. */
export interface CallerSettings {
  readonly accessTokenKind: "jwt";
  /** The header `typ` of those tokens, where `at+jwt` is refused. */
  readonly accessTokenType?: "JWT";
}

export interface Framework {
  readonly id: string;
  /** As its users call it. */
  readonly name: string;
  /** What it is written in, or what it is: choices are grouped by it. */
  readonly group: FrameworkGroup;
  /** The package or program that does the work. */
  readonly library: string;
  /** The command that brings it; a function where it depends on how the application proves itself. */
  readonly install?: string | ((method: FrameworkMethod) => string);
  /** What else somebody may type who looks for it. */
  readonly alsoCalled?: readonly string[];
  /**
   * The version that a test in this repository runs, and which test. Absent where its source or manual is all that was
   * read.
   */
  readonly tried?: { readonly version: string; readonly test: string };
  readonly settings: FrameworkSettings;
  /**
   * Other ways to prove itself that the example can be written for. A secret by header and one by body are as good as
   * each other.
   */
  readonly alsoBy?: readonly FrameworkMethod[];
  readonly callers?: CallerSettings;
  /** Where it comes back to, below its own address. Absent where nobody comes back to it. */
  readonly redirectPath?: string;
  /** Where the program decides about the path: any other that is registered does, too. */
  readonly anyPath?: true;
  /** Where it goes after signing out, below its own address. */
  readonly postLogoutPath?: string;
  /** Its own address while one tries it out. */
  readonly origin?: string;
  /** Why each setting is as it is, in whole sentences. */
  readonly why: readonly string[];
  /** What to write where. */
  files(values: SnippetValues): readonly SnippetFile[];
  /** What else has to be right, in whole sentences. */
  readonly note?: string | ((values: SnippetValues) => string | undefined);
}

export const frameworkGroups = [
  "JavaScript",
  "Java",
  "Python",
  "Go",
  "Rust, Ruby, PHP",
  ".NET",
  "Proxies",
  "Products",
  "Devices",
  "Plain requests",
] as const;
export type FrameworkGroup = (typeof frameworkGroups)[number];

/** The lines that are there; what is false or undefined is left out. */
export function lines(...all: readonly (string | false | undefined)[]): string {
  return `${all.filter((line) => typeof line === "string").join("\n")}\n`;
}

/**
 * An address may hold quotes, $ and brackets, and whoever registered it need not be who copies the example. Where a
 * language would read more than a text in it, it is written as that language writes one that is taken as it is; between
 * double quotes most do, because an address has neither those nor a backslash.
 */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function phpText(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

/** How OAuth metadata names each method. */
export const methodNames = {
  pkce: "none",
  basic: "client_secret_basic",
  post: "client_secret_post",
  private_key_jwt: "private_key_jwt",
} as const satisfies Record<FrameworkMethod, string>;

export function sendsSecret(method: FrameworkMethod): boolean {
  return method === "basic" || method === "post";
}

/** Why the claims go into the ID token, after the reason that is the framework's own. */
export const INSIDE =
  "So User Info inside ID Token is on: without it the application would learn nobody's name or address.";
