/** What can be said about an address at once, while it is typed. Everything else the server says, a moment later. */

export interface Finding {
  readonly message: string;
  readonly code: string;
  /** What would be accepted instead. */
  readonly suggestion?: string;
}

const certainFindings: readonly (readonly [RegExp, Finding])[] = [
  [/\s/, { code: "uri_character", message: "An address has no spaces in it. Take them out." }],
  [
    /\*/,
    {
      code: "uri_wildcard",
      message: "Wildcards do not work here. Add each address that the application uses, in full.",
    },
  ],
  [/#/, { code: "uri_fragment", message: "The part from # on never reaches Signet. Take it out." }],
  [
    /^(javascript|data|file|blob|vbscript|view-source|filesystem):/i,
    { code: "uri_forbidden_scheme", message: "This kind of address is never allowed. Use https." },
  ],
  [
    /^https?:\/\/[^/]*@/i,
    { code: "uri_userinfo", message: "There is an @ before the host. Take it out, with what is before it." },
  ],
];

/** Only what stays wrong however one goes on typing. */
export function quickCheck(uris: readonly string[], index: number): Finding | undefined {
  const uri = uris[index] ?? "";
  if (uri === "") return undefined;
  if (uris.indexOf(uri) < index) return { code: "duplicate", message: "This address is in the list already." };
  return certainFindings.find(([pattern]) => pattern.test(uri))?.[1];
}

/** Nobody else's browser can reach it, and nobody can listen in: fine while developing. */
export function isOnThisDevice(uri: string): boolean {
  return /^http:\/\/(([a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?=[:/?]|$)/.test(uri);
}

/** `myapp://…`, which any other application on the device may claim, too. */
export function hasPlainScheme(uri: string): boolean {
  return /^[a-z][a-z0-9+-]*:\//i.test(uri) && !/^https?:/i.test(uri);
}

/** What development mode would allow. */
export function needsDevelopmentMode(finding: Finding | undefined): boolean {
  return finding?.code === "uri_insecure" || finding?.code === "uri_ip_address";
}
