import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { checkRedirectUri, type RedirectUriContext } from "../../src/identity/applications/redirect-uris.ts";
import { applicationTypes } from "../../src/identity/applications/types.ts";

const web: RedirectUriContext = { type: "web", developmentMode: false };
const development: RedirectUriContext = { type: "web", developmentMode: true };
const native: RedirectUriContext = { type: "native", developmentMode: false };
const userAgent: RedirectUriContext = { type: "user_agent", developmentMode: false };
const afterLogout: RedirectUriContext = { ...web, purpose: "post_logout" };

const codeOf = (uri: string, context: RedirectUriContext): string | undefined => checkRedirectUri(uri, context)?.code;

/** Each row: what holds, a URI that is accepted and its twin that is not, with the code of the refusal. */
const twins: [
  holds: string,
  accepted: [string, RedirectUriContext],
  refused: [string, RedirectUriContext],
  code: string,
][] = [
  ["an address is given", ["https://rp.test/cb", web], ["", web], "uri_empty"],
  ["an address without a path is fine, a lone scheme is not", ["https://rp.test", web], ["https://", web], "uri_host"],
  [
    "2048 characters are fine, 2049 are not",
    [`https://rp.test/${"a".repeat(2032)}`, web],
    [`https://rp.test/${"a".repeat(2033)}`, web],
    "uri_too_long",
  ],
  [
    "https works for a single page application, http does not",
    ["https://rp.test/cb", userAgent],
    ["http://rp.test/cb", userAgent],
    "uri_insecure",
  ],
  [
    "http works for localhost only",
    ["http://localhost:3000/cb", web],
    ["http://localhost.evil.test/cb", web],
    "uri_insecure",
  ],
  ["http works for 127.0.0.1 only", ["http://127.0.0.1/cb", native], ["http://127.0.0.2/cb", native], "uri_insecure"],
  ["http works for [::1] only", ["http://[::1]:8080/cb", native], ["http://[::2]:8080/cb", native], "uri_insecure"],
  [
    "development mode allows http on any host",
    ["http://rp.test/cb", development],
    ["http://rp.test/cb", web],
    "uri_insecure",
  ],
  [
    "an IP address needs development mode",
    ["https://192.0.2.1/cb", development],
    ["https://192.0.2.1/cb", web],
    "uri_ip_address",
  ],
  [
    "an IPv6 address needs development mode",
    ["https://[2001:db8::1]/cb", development],
    ["https://[2001:db8::1]/cb", web],
    "uri_ip_address",
  ],
  [
    "a scheme of one's own is for native applications",
    ["com.example.app:/cb", native],
    ["com.example.app:/cb", web],
    "uri_unsupported_scheme",
  ],
  [
    "… development mode or not",
    ["com.example.app://cb", native],
    ["com.example.app:/cb", development],
    "uri_unsupported_scheme",
  ],
  [
    "a scheme of one's own may be a word, for native applications",
    ["myapp://callback", native],
    ["myapp://callback", web],
    "uri_unsupported_scheme",
  ],
  [
    "… in a browser's application neither",
    ["myapp:/callback", native],
    ["myapp:/callback", userAgent],
    "uri_unsupported_scheme",
  ],
  ["… with a slash after the colon", ["my-app2:/cb", native], ["myapp:cb", native], "uri_unsupported_scheme"],
  ["… in lower case", ["myapp:/cb", native], ["MyApp:/cb", native], "uri_not_canonical"],
  ["… and never with a user name", ["myapp://callback", native], ["myapp://rp.test@callback", native], "uri_userinfo"],
  [
    "a domain name reversed may begin like another scheme",
    ["tel.example.app:/cb", native],
    ["tel:/cb", native],
    "uri_forbidden_scheme",
  ],
  [
    "http works below localhost",
    ["http://app.localhost:3000/cb", web],
    ["http://applocalhost:3000/cb", web],
    "uri_insecure",
  ],
  [
    "… for whole names only",
    ["http://a-b.c.localhost/cb", userAgent],
    ["http://a.localhost.evil.test/cb", userAgent],
    "uri_insecure",
  ],
  ["… that are names", ["http://a.localhost/cb", native], ["http://-a.localhost/cb", native], "uri_insecure"],
  ["… between letters", ["com.example:/cb", native], ["com.:/cb", native], "uri_unsupported_scheme"],
  [
    "a host and port without a scheme is not taken for one",
    ["https://example.com:8080/cb", native],
    ["example.com:8080/cb", native],
    "uri_unsupported_scheme",
  ],
  ["a fragment is never allowed", ["https://rp.test/cb", web], ["https://rp.test/cb#x", web], "uri_fragment"],
  ["… even an empty one", ["https://rp.test/cb?x", web], ["https://rp.test/cb#", web], "uri_fragment"],
  [
    "a wildcard is never allowed in a host",
    ["https://www.rp.test/", development],
    ["https://*.rp.test/", development],
    "uri_wildcard",
  ],
  ["a wildcard is never allowed in a path", ["https://rp.test/%2A", web], ["https://rp.test/*", web], "uri_wildcard"],
  [
    "a user name is never allowed",
    ["https://evil.test/cb", web],
    ["https://rp.test@evil.test/cb", web],
    "uri_userinfo",
  ],
  ["… even an empty one", ["https://rp.test/@cb", web], ["https://@rp.test/cb", web], "uri_userinfo"],
  [
    "… or beside a scheme of one's own",
    ["com.example.app://cb", native],
    ["com.example.app://me@cb", native],
    "uri_userinfo",
  ],
  [
    "an encoded @ is no part of a host",
    ["https://rp.test/%40evil.test", web],
    ["https://rp.test%40evil.test/cb", web],
    "uri_host",
  ],
  ["a relative address is refused", ["https://rp.test/cb", web], ["/cb", web], "uri_not_absolute"],
  ["an address without a scheme is refused", ["https://rp.test/cb", web], ["//rp.test/cb", web], "uri_not_absolute"],
  ["an address with too few slashes is refused", ["https://rp.test/cb", web], ["https:/rp.test/cb", web], "uri_host"],
  [
    "an address with too many slashes is refused",
    ["https://rp.test//cb", web],
    ["https:///rp.test/cb", web],
    "uri_host",
  ],
  ["the host is a domain name", ["https://my_host-1.rp.test/", web], ["https://rp.test;x/", web], "uri_host"],
  ["the host has no empty label", ["https://rp.test/", web], ["https://rp..test/", web], "uri_host"],
  ["a port is a number up to 65535", ["https://rp.test:65535/", web], ["https://rp.test:65536/", web], "uri_host"],
  ["a port has no leading zero", ["https://rp.test:443/", web], ["https://rp.test:0443/", web], "uri_host"],
  ["a colon has a port", ["https://rp.test/", web], ["https://rp.test:/", web], "uri_host"],
  [
    "a path is the one the browser opens",
    ["https://rp.test/cb/...", web],
    ["https://rp.test/cb/../x", web],
    "uri_dot_segment",
  ],
  [
    "… also when its dots are encoded",
    ["https://rp.test/.well-known", web],
    ["https://rp.test/cb/%2E%2e", web],
    "uri_dot_segment",
  ],
  ["… also before a semicolon", ["https://rp.test/cb;x/y", web], ["https://rp.test/cb/..;/x", web], "uri_dot_segment"],
  ["a % starts an encoded character", ["https://rp.test/%20", web], ["https://rp.test/%2", web], "uri_character"],
  ["the scheme is in lower case", ["https://rp.test/CB", web], ["HTTPS://rp.test/CB", web], "uri_not_canonical"],
  [
    "a scheme of one's own is in lower case",
    ["com.example.app:/CB", native],
    ["com.example.App:/CB", native],
    "uri_not_canonical",
  ],
  ["the host is in lower case", ["https://rp.test/CB", web], ["https://RP.test/CB", web], "uri_not_canonical"],
  ["the host is not encoded", ["https://rp.test/cb", web], ["https://rp%2etest/cb", web], "uri_not_canonical"],
  [
    "the loopback address has one spelling",
    ["http://127.0.0.1/cb", native],
    ["http://0x7f.1/cb", native],
    "uri_not_canonical",
  ],
  ["… in IPv6 too", ["http://[::1]/cb", native], ["http://[0:0:0:0:0:0:0:1]/cb", native], "uri_not_canonical"],
  [
    "an international host is in punycode",
    ["https://xn--mnchen-3ya.test/", web],
    ["https://münchen.test/", web],
    "uri_character",
  ],
  [
    "an international path is percent-encoded",
    ["https://rp.test/%C3%BC", web],
    ["https://rp.test/ü", web],
    "uri_character",
  ],
  [
    "the query does not hold what the answer adds",
    ["https://rp.test/cb?tenant=1", web],
    ["https://rp.test/cb?tenant=1&code=x", web],
    "uri_response_parameter",
  ],
  [
    "… however it is written",
    ["https://rp.test/cb?codex=1", web],
    ["https://rp.test/cb?%63ODE[]=1", web],
    "uri_response_parameter",
  ],
  [
    "after signing out only state is added",
    ["https://rp.test/?code=1", afterLogout],
    ["https://rp.test/?state=1", afterLogout],
    "uri_response_parameter",
  ],
];

describe("registering a redirect URI", () => {
  for (const [holds, accepted, refused, code] of twins) {
    it(holds, () => {
      assert.equal(codeOf(...accepted), undefined, accepted[0]);
      assert.equal(codeOf(...refused), code, refused[0]);
    });
  }

  const dangerous = [
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "VBScript:x",
    "file:///etc/passwd",
    "blob:https://rp.test/1",
    "javascript://rp.test/%0aalert(1)",
  ];
  const elsewhere = [
    ...[
      "mailto",
      "tel",
      "sms",
      "ftp",
      "ws",
      "wss",
      "about",
      "intent",
      "market",
      "chrome",
      "ms-settings",
      "web+app",
      "ext+app",
      "ldap",
    ],
    ...["view-source", "filesystem", "itms-services", "android-app", "content", "localhost"],
    ...["applescript", "jnlp", "search", "search-ms", "macappstore", "telprompt", "c"],
    ...["htttps", "hxxp", "hxxps", "httpx", "https-app", "http2", "htps", "ttps", "shttp"],
  ];
  it("never accepts a scheme that opens something else, or looks as if it were the web's, as an application's own", () => {
    for (const scheme of elsewhere)
      for (const uri of [`${scheme}://callback`, `${scheme}:/callback`, `${scheme.toUpperCase()}://callback`])
        assert.equal(codeOf(uri, native), "uri_forbidden_scheme", uri);
    for (const scheme of ["myapp", "capacitor", "exp", "vscode", "acme-app", "app1"])
      assert.equal(codeOf(`${scheme}://cb`, native), undefined, scheme);
  });

  const hidden = [
    "\tjavascript:alert(1)",
    "\njavascript:alert(1)",
    "\u0001javascript:alert(1)",
    "java\tscript:alert(1)",
    " https://rp.test/cb",
  ];
  const confusing = [
    "https://rp.test/cb\r\nSet-Cookie: a=b",
    "https://evil.test\\@rp.test/cb",
    "https://rp.test/a b",
    "https://rp.test/cb\u0000",
    "https://rp.test/\u00a0",
  ];

  for (const type of applicationTypes) {
    for (const developmentMode of [false, true]) {
      it(`never accepts a scheme that runs script or reads files (${type}, development mode ${developmentMode})`, () => {
        for (const uri of dangerous) assert.equal(codeOf(uri, { type, developmentMode }), "uri_forbidden_scheme", uri);
        for (const uri of [...hidden, ...confusing])
          assert.equal(codeOf(uri, { type, developmentMode }), "uri_character", JSON.stringify(uri));
      });
    }
  }

  it("refuses every parameter that an authorization response can carry", () => {
    const names = [
      "code",
      "state",
      "iss",
      "error",
      "error_description",
      "error_uri",
      "id_token",
      "access_token",
      "token_type",
      "expires_in",
      "scope",
    ];
    for (const name of names) assert.equal(codeOf(`https://rp.test/cb?${name}=x`, web), "uri_response_parameter", name);
  });

  it("suggests the exact string to register where only the spelling is wrong", () => {
    const problem = checkRedirectUri("HTTPS://RP.Test:8443/CB?X=Y", web);
    assert.equal(problem?.suggestion, "https://rp.test:8443/CB?X=Y");
    assert.match(problem?.message ?? "", /Register https:\/\/rp\.test:8443\/CB\?X=Y /);
    assert.equal(checkRedirectUri("https://münchen.test/ü", web)?.suggestion, "https://xn--mnchen-3ya.test/%C3%BC");
  });

  it("never suggests a string that would be refused", () => {
    const problem = checkRedirectUri("http://münchen.test/", web);
    assert.equal(problem?.code, "uri_character");
    assert.equal(problem?.suggestion, undefined);
  });

  it("names the setting the address stands in", () => {
    assert.equal(checkRedirectUri("", web)?.field, "redirectUris");
    assert.equal(checkRedirectUri("", afterLogout)?.field, "postLogoutRedirectUris");
    assert.equal(checkRedirectUri("", { ...web, field: "redirectUris[3]" })?.field, "redirectUris[3]");
  });
});

/** Strings near to addresses: random text alone would hardly ever be accepted. */
const nearlyUri = fc
  .tuple(
    fc.constantFrom(
      "https://",
      "http://",
      "HTTPS://",
      "com.example.app:/",
      "com.example.app://",
      "https:",
      "javascript:",
      "com.Example:/",
      "",
    ),
    fc.array(
      fc.oneof(
        fc.constantFrom(
          "rp",
          ".",
          "test",
          "localhost",
          "127.0.0.1",
          "[::1]",
          ":80",
          ":",
          "@",
          "xn--",
          "%2e",
          "A",
          "0x7f",
        ),
        fc.string({ maxLength: 2 }),
      ),
      { maxLength: 4 },
    ),
    fc.array(
      fc.oneof(fc.constantFrom("/", "..", "?", "#", "code=", "&", "%41", "\\", ";", "'"), fc.string({ maxLength: 3 })),
      {
        maxLength: 6,
      },
    ),
  )
  .map(([scheme, host, rest]) => `${scheme}${host.join("")}${rest.join("")}`);

describe("any accepted redirect URI", () => {
  it("is read by a browser with the scheme, host and path that are written in it", () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.oneof(nearlyUri, fc.webUrl({ withQueryParameters: true }), fc.string()),
        fc.constantFrom(...applicationTypes),
        fc.boolean(),
        (uri, type, developmentMode) => {
          if (checkRedirectUri(uri, { type, developmentMode }) !== undefined) return;
          accepted += 1;
          const url = new URL(uri);
          const [, host = "", path = ""] = /^[^:]+:(?:\/\/(\[[^\]]*\]|[^:/?]*)(?::\d+)?)?([^?]*)/.exec(uri) ?? [];
          assert.ok(uri.startsWith(url.protocol), uri);
          assert.equal(url.hostname, host, uri);
          assert.equal(url.pathname, path === "" && url.protocol.startsWith("http") ? "/" : path, uri);
          assert.equal(`${url.username}${url.password}${url.hash}`, "", uri);
          assert.ok(url.protocol === "https:" || url.protocol.includes(".") || url.protocol === "http:", uri);
        },
      ),
      { numRuns: 3000 },
    );
    assert.ok(accepted > 100, `only ${accepted} were accepted, so little was tried`);
  });
});
