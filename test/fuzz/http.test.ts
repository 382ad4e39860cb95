/**
 * Headers, cookies, cursors and queries: read back as they were written, and never believed when somebody made them up.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import Type from "typebox";
import { loadConfig, variables } from "../../src/config.ts";
import { smtpUrl } from "../../src/config-values.ts";
import { SignetError } from "../../src/errors/signet-error.ts";
import { StartError } from "../../src/errors/start-error.ts";
import { type App, createApp } from "../../src/http/app.ts";
import { networkOf } from "../../src/http/client-address.ts";
import { createLogger } from "../../src/http/logging.ts";
import { smtpServer } from "../../src/mail/smtp-server.ts";
import { etagOf, versionOf } from "../../src/management/etags.ts";
import { toListAnswer, toListRequest } from "../../src/management/paging.ts";
import { toTime } from "../../src/management/schemas.ts";
import { toTimeRange } from "../../src/management/time-range.ts";
import { checkInput } from "../../src/management/validation.ts";
import { browserCookies, registerCookies, sealSessions } from "../../src/pages/cookies.ts";
import { html } from "../../src/pages/html.ts";
import { readTraceparent } from "../../src/telemetry/traceparent.ts";
import { openTickets } from "../../src/tickets/tickets.ts";
import { oddText } from "./odd-texts.ts";

const root = { id: randomBytes(8).toString("base64url"), secret: randomBytes(32) };
const tickets = openTickets({ ticketRoot: () => root, ticketRootById: (id) => (id === root.id ? root : undefined) });
/** As Node reads them: bytes, each as the character of its number. */
const onTheWire = (text: string) => Buffer.from(text.replace(/[^\t -~\x80-\xff]/g, "?"), "latin1").toString("latin1");
const refused = (error: unknown) => error instanceof SignetError && error.code === "invalid_input";

describe("a request", () => {
  let app: App;
  before(async () => {
    const log = createLogger("silent");
    app = createApp({ loginUrl: "https://id.example", https: true, trustedProxies: ["127.0.0.1", "10.0.0.0/8"], log });
    registerCookies(app);
    const cookies = browserCookies(tickets, "https://id.example");
    app.get("/seen", async (request) => ({
      ip: request.ip,
      binding: cookies.binding(request),
      sessions: cookies.sessions(request),
    }));
    await app.ready();
  });
  after(() => app.close());
  const seen = async (headers: Record<string, string>) => {
    const { statusCode, body } = await app.inject({ url: "/seen", headers });
    assert.equal(statusCode, 200, body);
    return JSON.parse(body);
  };

  test("comes from an address that can be counted, whatever proxies say", async () => {
    const hops = oddText(["10.0.0.1", "192.0.2.7", "::1", "2001:db8::1", ", ", ",", ":443", "unknown", '"[::1]"']).map(
      onTheWire,
    );
    await fc.assert(
      fc.asyncProperty(hops, async (claimed) =>
        assert.notEqual(isIP((await seen({ "x-forwarded-for": claimed })).ip), 0),
      ),
    );
  });

  test("has the sessions of its cookie and no others", async () => {
    const session = fc.record({ id: fc.uuid(), version: fc.nat(1_000) }, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(fc.array(session, { minLength: 1, maxLength: 10 }), fc.nat(), async (sessions, at) => {
        const ticket = sealSessions(tickets, sessions);
        assert.deepEqual((await seen({ cookie: `a=b; __Host-signet-sessions=${ticket}` })).sessions, sessions);
        const place = at % ticket.length;
        const changed = ticket.slice(0, place) + (ticket[place] === "A" ? "B" : "A") + ticket.slice(place + 1);
        assert.deepEqual((await seen({ cookie: `__Host-signet-sessions=${changed}` })).sessions, []);
      }),
    );
  });

  test("has none in a cookie of anything else", async () => {
    const pieces = [
      "__Host-signet-sessions=",
      "__Host-signet-browser=",
      "sgs_",
      "a".repeat(43),
      "; ",
      ";",
      "=",
      '"',
      "%",
      "%zz",
      "__proto__=1",
    ];
    await fc.assert(
      fc.asyncProperty(oddText(pieces).map(onTheWire), async (cookie) => {
        assert.deepEqual((await seen({ cookie })).sessions, []);
        assert.deepEqual(Object.keys(Object.prototype), []);
      }),
    );
  });
});

describe("an address", () => {
  test("of IPv6 counts as its network, and one of IPv4 as itself, wrapped or not", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) =>
        assert.deepEqual([networkOf(address), networkOf(`::ffff:${address}`)], [address, address]),
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 12, maxLength: 12 }), (groups) => {
        const [network, one, other] = [groups.slice(0, 4), groups.slice(4, 8), groups.slice(8)].map((part) =>
          part.map((group) => group.toString(16)),
        );
        const addresses = [one, other].map((rest) => [...(network ?? []), ...(rest ?? [])].join(":"));
        const [first, second] = addresses.map(networkOf);
        // What wraps an IPv4 address is written as the hexadecimal of it here, and counts by its network, too.
        assert.equal(first, second);
        assert.match(first ?? "", /^[0-9a-f:]+::\/64$/);
      }),
    );
  });
});

describe("a trace", () => {
  test("is the one that the caller names, if it is one", () => {
    const hex = (length: number) =>
      fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`)).filter((text) => !/^0+$/.test(text));
    fc.assert(
      fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, sampled) => {
        const read = readTraceparent(`00-${traceId}-${spanId}-0${Number(sampled)}`);
        assert.deepEqual(read, { traceId, spanId, traceFlags: Number(sampled), isRemote: true });
        assert.equal(readTraceparent(`00-${traceId}-${spanId}-0${Number(sampled)}x`), undefined);
      }),
    );
  });
});

describe("text in a page", () => {
  test("is shown as it is, and is never markup", () => {
    fc.assert(
      fc.property(oddText(["<", ">", "&", '"', "'", "&lt;", "<!--", "</p>"]), (text) => {
        const [, attribute = "", inside = ""] =
          /^<p title="([^"]*)">([^<>]*)<\/p>$/s.exec(html`<p title="${text}">${text}</p>`.text) ?? [];
        for (const written of [attribute, inside]) {
          const read = written
            .replaceAll("&quot;", '"')
            .replaceAll("&#39;", "'")
            .replaceAll("&lt;", "<")
            .replaceAll("&gt;", ">");
          assert.equal(read.replaceAll("&amp;", "&"), text);
        }
      }),
    );
  });
});

describe("a list", () => {
  const call = { path: "/management/v1/users", sorts: ["name"], query: { q: "ada" } };
  const position = fc.record({ value: oddText(), id: oddText() }, { noNullPrototype: true });

  test("goes on where it was, and nowhere else", () => {
    fc.assert(
      fc.property(position, fc.nat(), oddText(["A", "-"]), (next, at, piece) => {
        const cursor = String(toListAnswer(tickets, call, { items: [], next }).nextCursor);
        const withCursor = (text: string, query: Record<string, string> = call.query) => ({
          ...call,
          query: { ...query, cursor: text },
        });
        assert.deepEqual(toListRequest(tickets, withCursor(cursor)).after, JSON.parse(JSON.stringify(next)));
        assert.throws(() => toListRequest(tickets, withCursor(cursor, { q: "bob" })), refused);
        const place = at % cursor.length;
        const changed = cursor.slice(0, place) + piece + cursor.slice(place + 1);
        if (changed !== cursor) assert.throws(() => toListRequest(tickets, withCursor(changed)), refused);
      }),
    );
  });
});

describe("versions and times", () => {
  test("are read as they were written", () => {
    fc.assert(fc.property(fc.nat(), (version) => assert.equal(versionOf(etagOf({ version }), true), version)));
    const time = fc.integer({ min: Date.parse("0001-01-01T00:00:00Z"), max: Date.parse("9999-12-31T23:59:59.999Z") });
    fc.assert(
      fc.property(time, time, (from, to) =>
        assert.deepEqual(toTimeRange({ from: toTime(from), to: toTime(to) }), { from, to }),
      ),
    );
  });
});

describe("a query", () => {
  const schema = Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      on: Type.Optional(Type.Boolean()),
      q: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  );

  test("gives numbers, truth and texts as they were meant, or is refused", () => {
    const text = oddText(["1", "0", "200", "201", "true", "false", "-", "e", "."]);
    const given = fc.dictionary(
      fc.constantFrom("limit", "on", "q", "__proto__", "constructor", "x"),
      fc.oneof(text, fc.array(text, { maxLength: 2 })),
    );
    fc.assert(
      fc.property(given, (query) => {
        let read: unknown;
        try {
          read = checkInput(schema, query, "query");
        } catch (error) {
          assert.ok(refused(error), String(error));
          return;
        }
        for (const [name, value] of Object.entries(read as object)) assert.equal(String(value), query[name]);
      }),
    );
  });

  test("that is right is taken", () => {
    const right = fc.record(
      { limit: fc.integer({ min: 1, max: 200 }), on: fc.boolean(), q: fc.string() },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(right, ({ limit, on, q }) => {
        assert.deepEqual(checkInput(schema, { limit: String(limit), on: String(on), q }, "query"), { limit, on, q });
      }),
    );
  });
});

describe("the configuration", () => {
  test("is read, or refused with words for the operator, whatever is in the environment", () => {
    const name = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...variables.map((one) => one.name)) },
      fc.constant("SIGNET_PROT"),
    );
    const value = oddText([
      "https://id.example",
      "http://localhost:8080",
      "8080",
      "file:./x",
      "postgres://a@b/c",
      "a@b",
      "info",
      "10.0.0.0/8",
    ]);
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (environment) => {
        try {
          loadConfig(environment);
        } catch (error) {
          assert.ok(error instanceof StartError && error.kind === "configuration", String(error));
        }
      }),
    );
  });

  test("has the mail server, the user and the password that its address names", () => {
    const login = oddText(["@", ":", "/", "%", "#"])
      .map((text) => text.toWellFormed())
      .filter((text) => text !== "");
    fc.assert(
      fc.property(
        login,
        login,
        fc.domain(),
        fc.integer({ min: 1, max: 65_535 }),
        fc.boolean(),
        (user, password, host, port, tls) => {
          const address = `${tls ? "smtps" : "smtp"}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`;
          const read = smtpServer(smtpUrl("NAME", address) ?? "");
          assert.deepEqual(read, { host, port, tlsFromStart: tls, login: { user, password }, isThisMachine: false });
        },
      ),
    );
  });
});
