import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { explainMismatch, matchRedirectUri } from "../../src/identity/applications/redirect-uris.ts";
import { applicationTypes } from "../../src/identity/applications/types.ts";

describe("matching a redirect URI", () => {
  const registered = ["https://foo.example.com/cb", "https://rp.test/CB", "https://rp.test/cb?tenant=1"];

  for (const type of applicationTypes) {
    it(`accepts exactly the registered strings (${type})`, () => {
      for (const uri of registered) assert.equal(matchRedirectUri(uri, registered, type), uri);
    });

    it(`refuses whatever differs in a single character (${type})`, () => {
      const strangers = [
        [
          "https://rp.test/cb",
          "HTTPS://rp.test/CB",
          "https://RP.TEST/CB",
          "https://rp.test/CB/",
          "https://rp.test/CB?",
          "https://rp.test/CB#",
          "http://rp.test/CB",
        ],
        [
          "https://rp.test:443/CB",
          "https://rp.test@evil.test/CB",
          "https://evil.test\\@rp.test/CB",
          "https://rp.test%40evil.test/CB",
        ],
        [
          "https://rp.test/CB/..;/x",
          "https://rp.test/CB/../x",
          "https://rp.test/CB/%2e%2e/x",
          "https://rp.test/CB//x",
          "https://rp.test/CB/.",
          "https://rp.test/./CB",
        ],
        [
          "https://fooXexample.com/cb",
          "https://rp.test.evil.tld/CB",
          "https://rp.testevil/CB",
          "https://evilrp.test/CB",
          "https://rp.test/%43B",
        ],
        [
          "https://rp.test/cb?tenant=2",
          "https://rp.test/cb?tenant=1&x",
          " https://rp.test/CB",
          "https://rp.test/CB\n",
          "",
          "https://rp.test",
        ],
      ].flat();
      for (const uri of strangers) assert.equal(matchRedirectUri(uri, registered, type), undefined, uri);
    });

    it(`refuses everything where nothing is registered (${type})`, () => {
      for (const uri of ["https://rp.test/CB", "http://127.0.0.1/", ""])
        assert.equal(matchRedirectUri(uri, [], type), undefined);
    });
  }

  const ports: [holds: string, registered: string, accepted: string, refused: string][] = [
    [
      "any port is accepted where none was registered",
      "http://127.0.0.1/cb",
      "http://127.0.0.1:51004/cb",
      "http://127.0.0.1:51004/cb/",
    ],
    [
      "any port is accepted where another was registered",
      "http://localhost:3000/cb",
      "http://localhost:51004/cb",
      "http://127.0.0.1:51004/cb",
    ],
    ["no port is accepted where one was registered", "http://[::1]:3000/cb", "http://[::1]/cb", "http://[::1]:/cb"],
    ["an address without a path works the same", "http://127.0.0.1", "http://127.0.0.1:80", "http://127.0.0.1:80/"],
    [
      "the query still has to be equal",
      "http://127.0.0.1/cb?x=1",
      "http://127.0.0.1:9/cb?x=1",
      "http://127.0.0.1:9/cb?x=2",
    ],
    ["the largest port is 65535", "http://127.0.0.1/cb", "http://127.0.0.1:65535/cb", "http://127.0.0.1:65536/cb"],
    ["the smallest port is 1", "http://127.0.0.1/cb", "http://127.0.0.1:1/cb", "http://127.0.0.1:0/cb"],
    ["a port has no leading zero", "http://127.0.0.1/cb", "http://127.0.0.1:80/cb", "http://127.0.0.1:080/cb"],
    ["the scheme has to be equal", "http://127.0.0.1/cb", "http://127.0.0.1:443/cb", "https://127.0.0.1:443/cb"],
    ["the case has to be equal", "http://localhost/cb", "http://localhost:1/cb", "http://LOCALHOST:1/cb"],
    [
      "below localhost, the host has to be equal",
      "http://my-app.localhost/cb",
      "http://my-app.localhost:1/cb",
      "http://other.localhost:1/cb",
    ],
    [
      "… and has to end there",
      "http://app.localhost/cb",
      "http://app.localhost:1/cb",
      "http://app.localhost.evil.test:1/cb",
    ],
  ];
  for (const [holds, uri, accepted, refused] of ports) {
    it(`a native application's loopback address: ${holds}`, () => {
      assert.equal(matchRedirectUri(accepted, [uri], "native"), accepted);
      assert.equal(matchRedirectUri(refused, [uri], "native"), undefined, refused);
      for (const type of ["web", "user_agent", "api"] as const)
        assert.equal(matchRedirectUri(accepted, [uri], type), undefined, type);
    });
  }

  it("a loopback address never lets another host through", () => {
    const strangers = [
      [
        "http://127.0.0.1@evil.test/",
        "http://127.0.0.1.evil.test/",
        "http://127.0.0.1:80@evil.test/",
        "http://127.0.0.1:80\\@evil.test/",
      ],
      [
        "http://127.0.0.1\\.evil.test/",
        "http://127.0.0.1:80.evil.test/",
        "http://127.0.0.1#@evil.test/",
        "http://127.1/",
        "http://127.0.0.2/",
      ],
      [
        "http://0x7f000001/",
        "http://[::ffff:127.0.0.1]/",
        "http:\\\\127.0.0.1/",
        "http:/127.0.0.1/",
        "http://127.0.0.1:80:90/",
        "http://127.0.0.1:8%30/",
      ],
      [
        "http://evil.test:80/",
        "http://127.0.0.1:80/../",
        "http://127.0.0.1:１/",
        "http://user@127.0.0.1:80/",
        "http://127.0.0.1:-1/",
        "http://127.0.0.1:+1/",
      ],
    ].flat();
    for (const uri of strangers)
      assert.equal(matchRedirectUri(uri, ["http://127.0.0.1/", "http://127.0.0.1"], "native"), undefined, uri);
  });

  it("only a loopback address has a port that may vary", () => {
    assert.equal(matchRedirectUri("http://rp.test:81/cb", ["http://rp.test:80/cb"], "native"), undefined);
    assert.equal(matchRedirectUri("com.example.app://cb:81", ["com.example.app://cb:80"], "native"), undefined);
  });

  /** One piece in four is unusual, so that equal strings and strings that differ in little meet often. */
  const mostly = (usual: string, ...unusual: string[]) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...unusual) });
  const address = fc
    .tuple(
      mostly("http://", "https://", "HTTP://", "com.example.app://"),
      mostly("127.0.0.1", "localhost", "[::1]", "rp.test", "127.0.0.1.evil.test", "127.0.0.1@evil.test"),
      fc.oneof(
        fc.nat(70_000).map((port) => `:${port}`),
        fc.constantFrom("", ":80", ":0", ":080", ":", ":80@evil.test"),
      ),
      mostly("/cb", "", "/", "/cb/", "?x=1", "/cb?x=1", "\\cb", "@evil.test/", "#"),
    )
    .map((pieces) => pieces.join(""));

  it("holds for random strings: equal, or different in a native application's loopback port alone", () => {
    const samePortCut = (one: string, other: string): boolean => {
      const cut = (uri: string) =>
        uri.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9]\d*)?(?![^/?])/, "$1");
      return cut(one) === cut(other) && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/.test(one);
    };
    let byPort = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 8, arbitrary: address }, fc.string()),
        fc.array(fc.oneof({ weight: 8, arbitrary: address }, fc.string()), { maxLength: 6 }),
        fc.constantFrom(...applicationTypes),
        (requested, list, type) => {
          const matched = matchRedirectUri(requested, list, type);
          if (list.includes(requested)) return assert.equal(matched, requested);
          if (matched === undefined) return;
          byPort += 1;
          assert.equal(matched, requested);
          assert.equal(type, "native");
          assert.ok(
            list.some((uri) => samePortCut(requested, uri)),
            `${requested} against ${list}`,
          );
          assert.ok(["localhost", "127.0.0.1", "[::1]"].includes(new URL(requested).hostname), requested);
        },
      ),
      { numRuns: 10_000 },
    );
    assert.ok(byPort > 50, `only ${byPort} matched by port, so little was tried`);
  });
});

describe("explaining why a redirect URI does not match", () => {
  const registered = ["https://other.test/x", "https://rp.test/cb"];
  const cases: [sent: string, registered: string[], says: RegExp][] = [
    ["https://rp.test/cb", [], /^No redirect URI is registered/],
    ["http://rp.test/cb", registered, /: it starts with http: instead of https:\.$/],
    ["HTTPS://rp.test/cb", registered, /: its scheme is written in upper case\.$/],
    ["https://evil.test/cb", registered, /: its host is another\.$/],
    ["https://RP.test/cb", registered, /: its host differs in upper and lower case\.$/],
    [
      "http://localhost:3000/cb",
      ["http://127.0.0.1:3000/cb"],
      /: its host is localhost and not 127\.0\.0\.1, which is not the same\.$/,
    ],
    ["https://rp.test:8443/cb", registered, /: it names a port, the registered one does not\.$/],
    ["http://localhost/cb", ["http://localhost:3000/cb"], /: it names no port, the registered one does\.$/],
    ["http://localhost:3001/cb", ["http://localhost:3000/cb"], /: its port is another\.$/],
    ["https://rp.test/cb/", registered, /: it ends with a slash, the registered one does not\.$/],
    ["https://rp.test/cb", ["https://rp.test/cb/"], /: it does not end with a slash, the registered one does\.$/],
    ["https://rp.test/CB", registered, /: its path differs in upper and lower case\.$/],
    ["https://rp.test/callback", registered, /: its path is another\.$/],
    ["https://rp.test/cb?x=1", registered, /: it has a query \(\?…\), the registered one does not\.$/],
    ["https://rp.test/cb", ["https://rp.test/cb?x=1"], /: its query \(\?…\) is missing\.$/],
    ["https://rp.test/cb?x=2", ["https://rp.test/cb?x=1"], /: its query \(\?…\) is another\.$/],
    ["https://rp.test/cb#x", registered, /: it has a fragment/],
    ["https://me@rp.test/cb", registered, /: it has a user name or @ before its host\.$/],
    [
      "http://rp.test/cb/",
      registered,
      /: it starts with http: instead of https:; it ends with a slash, the registered one does not\.$/,
    ],
    ["https%3A%2F%2Frp.test%2Fcb", registered, /percent-encoded twice/],
    [" https://rp.test/cb", registered, /space or line break/],
    ["/cb", registered, /not a complete address/],
  ];
  for (const [sent, list, says] of cases) {
    it(`says what is different about ${JSON.stringify(sent)} beside ${list.length === 0 ? "nothing" : list.join(", ")}`, () => {
      assert.match(explainMismatch(sent, list), says);
    });
  }

  it("shows a stranger no registered host, port or path, and always ends as a sentence", () => {
    const secret = ["https://staging-7.internal.test:9443/secret-path?tenant=acme"];
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), (sent) => {
        const sentence = explainMismatch(sent, secret);
        assert.doesNotMatch(sentence, /internal|9443|secret|acme/);
        assert.match(sentence, /^[A-Z].*\.$/s);
      }),
    );
  });
});
