/**
 * Every opaque string we hand out is a ticket: a typed prefix, so that secret scanners can find a leaked one, and an
 * authenticated encryption of a small payload. A ticket of one kind never opens as another, because each kind has a key
 * of its own; an edited or shortened one does not open at all. The ticket names the root its key is derived from.
 */
import { hkdfSync } from "node:crypto";
import type { KeyRing, TicketRoot } from "../keys/key-ring.ts";
import { open, seal, type XaesKey, xaesKey } from "./xaes.ts";

/** What a ticket is for. The type parameter is what it holds; the name is part of the key, so it never changes. */
export interface TicketKind<Payload> {
  readonly name: string;
  readonly prefix: string;
  /** How many characters one may have. */
  readonly longest: number;
  /** Only for the compiler: no value has it. */
  readonly payload?: Payload;
}

const PREFIX = /^sg[a-z]_$/;
const MAX_TICKET_LENGTH = 8192;

/** `longest`: for what is stored and never sent; what comes with a request is short. */
export function ticketKind<Payload>(
  name: string,
  prefix: `sg${string}_`,
  { longest = MAX_TICKET_LENGTH } = {},
): TicketKind<Payload> {
  if (!PREFIX.test(prefix)) throw new Error(`${prefix} is no ticket prefix`);
  return { name, prefix, longest };
}

export interface Tickets {
  seal<Payload>(kind: TicketKind<Payload>, payload: Payload): string;
  /** What it holds, or undefined: not ours, not of this kind, changed on the way, or its root is gone. */
  open<Payload>(kind: TicketKind<Payload>, ticket: string): Payload | undefined;
}

const ROOT_ID_BYTES = 8;

export function openTickets(ring: Pick<KeyRing, "ticketRoot" | "ticketRootById">): Tickets {
  const derived = new WeakMap<TicketRoot, Map<string, XaesKey>>();

  function keyOf(kind: TicketKind<unknown>, root: TicketRoot): XaesKey {
    const keys = derived.get(root) ?? new Map<string, XaesKey>();
    derived.set(root, keys);
    const known = keys.get(kind.name);
    if (known) return known;
    const key = xaesKey(Buffer.from(hkdfSync("sha256", root.secret, "", `signet ticket ${kind.name}`, 32)));
    keys.set(kind.name, key);
    return key;
  }

  return {
    seal(kind, payload) {
      const root = ring.ticketRoot();
      const rootId = Buffer.from(root.id, "base64url");
      const sealed = seal(keyOf(kind, root), Buffer.from(JSON.stringify(payload)), associated(kind, rootId));
      const ticket = kind.prefix + Buffer.concat([rootId, sealed]).toString("base64url");
      // Handing out what cannot be opened again would fail much later, at somebody else's door.
      if (ticket.length > kind.longest)
        throw new RangeError(`a ${kind.name} ticket of ${ticket.length} characters is too long`);
      return ticket;
    },

    open(kind, ticket) {
      if (!ticket.startsWith(kind.prefix) || ticket.length > kind.longest) return undefined;
      const text = ticket.slice(kind.prefix.length);
      const bytes = Buffer.from(text, "base64url");
      // Base64 has several spellings of the same bytes; only the one we wrote counts.
      if (bytes.toString("base64url") !== text) return undefined;
      const rootId = bytes.subarray(0, ROOT_ID_BYTES);
      const root = ring.ticketRootById(rootId.toString("base64url"));
      if (root === undefined) return undefined;
      const plaintext = open(keyOf(kind, root), bytes.subarray(ROOT_ID_BYTES), associated(kind, rootId));
      return plaintext === undefined ? undefined : JSON.parse(plaintext.toString());
    },
  };
}

function associated(kind: TicketKind<unknown>, rootId: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind.prefix), rootId]);
}
