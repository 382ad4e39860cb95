import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { TicketRoot } from "../../src/keys/key-ring.ts";
import { openTickets, type TicketKind, ticketKind } from "../../src/tickets/tickets.ts";
import { NONCE_BYTES, TAG_BYTES } from "../../src/tickets/xaes.ts";

const newRoot = (): TicketRoot => ({ id: randomBytes(8).toString("base64url"), secret: randomBytes(32) });

/** The first root seals, all of them open. */
function ringOf(...roots: [TicketRoot, ...TicketRoot[]]) {
  return { ticketRoot: () => roots[0], ticketRootById: (id: string) => roots.find((root) => root.id === id) };
}

const code = ticketKind<unknown>("code", "sgc_");
const refresh = ticketKind<unknown>("refresh token", "sgr_");
/** Of another kind, but with the prefix of `code`: the key alone must tell them apart. */
const disguised = ticketKind<unknown>("disguised", "sgc_");
const tickets = openTickets(ringOf(newRoot()));

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function decode(kind: TicketKind<unknown>, ticket: string): Buffer {
  return Buffer.from(ticket.slice(kind.prefix.length), "base64url");
}

describe("a ticket", () => {
  test("holds what was put into it, whatever that is", () => {
    fc.assert(
      fc.property(json, (payload) => assert.deepEqual(tickets.open(code, tickets.seal(code, payload)), payload)),
    );
  });

  test("begins with the prefix of its kind and consists of characters that survive any address", () => {
    fc.assert(fc.property(json, (payload) => assert.match(tickets.seal(refresh, payload), /^sgr_[A-Za-z0-9_-]+$/)));
  });

  test("tells nothing of what it holds", () => {
    const ticket = tickets.seal(code, { user: "anna-with-a-long-name" });
    assert.ok(!ticket.includes("anna"));
    assert.ok(!decode(code, ticket).includes("anna"));
  });

  test("never opens as another kind, not even under the other's prefix", () => {
    fc.assert(
      fc.property(json, (payload) => {
        const ticket = tickets.seal(code, payload);
        assert.equal(tickets.open(refresh, ticket), undefined);
        assert.equal(tickets.open(refresh, ticket.replace(/^sgc_/, "sgr_")), undefined);
        assert.equal(tickets.open(disguised, ticket), undefined);
        assert.deepEqual(tickets.open(code, ticket), payload);
      }),
    );
  });

  test("never opens as any other of many kinds", () => {
    const kinds = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) =>
      ticketKind<string>(`kind ${letter}`, `sg${letter}_`),
    );
    for (const kind of kinds) {
      const ticket = tickets.seal(kind, kind.name);
      const opened = kinds.filter((other) => tickets.open(other, other.prefix + ticket.slice(4)) !== undefined);
      assert.deepEqual(opened, [kind]);
    }
  });
});

describe("a ticket that was changed does not open", () => {
  const payload = { session: "0192f0c4-0000-7000-8000-000000000000", expires: 1_790_000_000_000 };
  const ticket = tickets.seal(code, payload);

  test("by a single bit, wherever it is", () => {
    const bytes = decode(code, ticket);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      assert.equal(tickets.open(code, code.prefix + flipped.toString("base64url")), undefined, `bit ${bit}`);
    }
  });

  test("by a single bit, whatever it holds", () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, at) => {
        const bytes = decode(code, tickets.seal(code, value));
        const bit = at % (bytes.length * 8);
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        assert.equal(tickets.open(code, code.prefix + bytes.toString("base64url")), undefined);
      }),
    );
  });

  test("by a single character of its text, to any other character", () => {
    for (let at = 0; at < ticket.length; at++) {
      for (const character of `${alphabet}+/=. \n%é`) {
        if (character === ticket[at]) continue;
        assert.equal(
          tickets.open(code, ticket.slice(0, at) + character + ticket.slice(at + 1)),
          undefined,
          `${at} ${character}`,
        );
      }
    }
  });

  test("by being cut off, at either end, or by having something added", () => {
    for (let length = 0; length < ticket.length; length++)
      assert.equal(tickets.open(code, ticket.slice(0, length)), undefined, `${length}`);
    for (let from = 1; from < ticket.length; from++) {
      assert.equal(tickets.open(code, ticket.slice(from)), undefined, `${from}`);
      assert.equal(tickets.open(code, code.prefix + ticket.slice(code.prefix.length + from)), undefined, `${from}`);
    }
    for (const extra of ["A", "AAAA", "=", "==", " ", "\n", "\0", "%20"]) {
      assert.equal(tickets.open(code, ticket + extra), undefined, JSON.stringify(extra));
      assert.equal(tickets.open(code, extra + ticket), undefined, JSON.stringify(extra));
    }
    assert.deepEqual(tickets.open(code, ticket), payload);
  });

  test("by another spelling of the same bytes", () => {
    // 8 + 24 + 16 bytes of frame: with 1 or 2 bytes beyond a multiple of three, the last character has spare bits.
    const spellings = new Set<string>();
    for (const text of ["", "1", "12", "123"]) {
      const one = tickets.seal(code, text);
      const bytes = decode(code, one);
      const last = one.slice(-1);
      for (const other of alphabet) {
        const respelt = one.slice(0, -1) + other;
        if (other !== last && decode(code, respelt).equals(bytes)) spellings.add(respelt);
      }
      const standard = code.prefix + bytes.toString("base64");
      if (standard !== one) spellings.add(standard);
      spellings.add(`${one}=`);
      spellings.add(`${one.slice(0, 10)}\n${one.slice(10)}`);
      spellings.add(`${one.slice(0, 10)} ${one.slice(10)}`);
    }
    assert.ok(spellings.size > 20);
    for (const spelling of spellings) assert.equal(tickets.open(code, spelling), undefined, JSON.stringify(spelling));
  });

  test("by anybody's invention", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) =>
        assert.equal(tickets.open(code, `sgc_${text}`), undefined),
      ),
    );
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => assert.equal(tickets.open(code, text), undefined)));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
        assert.equal(tickets.open(code, `sgc_${Buffer.from(bytes).toString("base64url")}`), undefined),
      ),
    );
    assert.equal(tickets.open(code, `sgc_${"A".repeat(1_000_000)}`), undefined);
  });
});

describe("the root of a ticket", () => {
  const [former, current, foreign] = [newRoot(), newRoot(), newRoot()];
  const before = openTickets(ringOf(former));
  const after = openTickets(ringOf(current, former));

  test("is named in it, so that tickets of a retired root still open", () => {
    const ticket = before.seal(code, "made before the rotation");
    assert.equal(after.open(code, ticket), "made before the rotation");
    assert.equal(decode(code, ticket).subarray(0, 8).toString("base64url"), former.id);
    assert.equal(decode(code, after.seal(code, "now")).subarray(0, 8).toString("base64url"), current.id);
  });

  test("must be known: under another one, or none, it does not open", () => {
    const ticket = openTickets(ringOf(foreign)).seal(code, "not ours");
    assert.equal(after.open(code, ticket), undefined);
    assert.equal(before.open(code, after.seal(code, "made after it was revoked")), undefined);
  });

  test("cannot be exchanged for another one by changing its name in the ticket", () => {
    const bytes = decode(code, before.seal(code, "mine"));
    const renamed = Buffer.concat([Buffer.from(current.id, "base64url"), bytes.subarray(8)]);
    assert.equal(after.open(code, code.prefix + renamed.toString("base64url")), undefined);
  });

  test("must be the right one, not only one of the same name", () => {
    const impostor = openTickets(ringOf({ id: former.id, secret: randomBytes(32) }));
    assert.equal(after.open(code, impostor.seal(code, "forged")), undefined);
  });
});

describe("ten thousand tickets that hold the same", () => {
  const all = Array.from({ length: 10_000 }, () => decode(code, tickets.seal(code, { user: "anna" })).subarray(8));

  test("have 96 random bits each beside the 96 of their process, and none occurs twice", () => {
    assert.equal(new Set(all.map((bytes) => bytes.subarray(0, NONCE_BYTES).toString("hex"))).size, all.length);
    assert.equal(new Set(all.map((bytes) => bytes.subarray(NONCE_BYTES).toString("hex"))).size, all.length);
    assert.equal(new Set(all.map((bytes) => bytes.subarray(-TAG_BYTES).toString("hex"))).size, all.length);
  });

  test("share nothing beyond the name of their root and the half nonce of their process: every other bit is set in half of them", () => {
    const length = all[0]?.length ?? 0;
    for (let bit = (NONCE_BYTES / 2) * 8; bit < length * 8; bit++) {
      const set = all.filter((bytes) => (bytes.readUInt8(bit >> 3) >> (bit & 7)) & 1).length;
      // Six standard deviations: chance fails this once in millions of runs.
      assert.ok(Math.abs(set - all.length / 2) < 6 * Math.sqrt(all.length / 4), `bit ${bit} is set in ${set}`);
    }
  });
});

describe("a kind", () => {
  test("has a prefix that a secret scanner can look for", () => {
    assert.throws(() => ticketKind("wrong", "sg_"), /prefix/);
    assert.throws(() => ticketKind("wrong", "sgab_"), /prefix/);
    assert.throws(() => ticketKind("wrong", "sgA_"), /prefix/);
    assert.equal(ticketKind("right", "sgq_").prefix, "sgq_");
  });

  test("is not sealed when it holds more than could be opened again", () => {
    assert.throws(() => tickets.seal(code, "x".repeat(10_000)), RangeError);
    assert.equal(tickets.open(code, tickets.seal(code, "x".repeat(6_000))), "x".repeat(6_000));
  });
});
