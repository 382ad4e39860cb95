/**
 * Pages of lists. A cursor is sealed: it says where the list has got to, and belongs to one list with one set of
 * filters, so nothing in it can be made up and none can be used elsewhere.
 */
import { createHash } from "node:crypto";
import Type, { type TObject, type TProperties, type TSchema } from "typebox";
import { SignetError } from "../errors/signet-error.ts";
import type { Listed, ListRequest, Position } from "../identity/listing.ts";
import { type Tickets, ticketKind } from "../tickets/tickets.ts";

export const DEFAULT_LIMIT = 50;
export const LARGEST_LIMIT = 200;

const cursorTicket = ticketKind<{ readonly l: string; readonly p: Position }>("cursor", "sgq_");

export function listQuery<Filters extends TProperties>(sorts: readonly string[], filters: Filters) {
  return {
    ...filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LARGEST_LIMIT,
        description: `How many at most; ${DEFAULT_LIMIT} if not said`,
      }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 4096, description: "The `nextCursor` of the page before" })),
    sort: Type.Optional(
      Type.Enum(
        sorts.flatMap((sort) => [sort, reverse(sort)]),
        { description: `The order; ${sorts[0]} if not said. A leading minus turns it round` },
      ),
    ),
  };
}

export function listAnswer<Item extends TSchema>(item: Item): TObject {
  return Type.Object(
    {
      items: Type.Array(item),
      nextCursor: Type.Optional(
        Type.String({ description: "Send it as `cursor` for the next page; absent on the last one" }),
      ),
    },
    { additionalProperties: false },
  );
}

interface ListCall {
  readonly path: string;
  readonly sorts: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
}

export function toListRequest(tickets: Tickets, call: ListCall): ListRequest<string> {
  const { cursor, limit, sort } = call.query;
  const request = { sort: String(sort ?? call.sorts[0]), limit: typeof limit === "number" ? limit : DEFAULT_LIMIT };
  if (typeof cursor !== "string") return request;
  const opened = tickets.open(cursorTicket, cursor);
  if (opened === undefined)
    throw invalidCursor("cursor is not one that this service has given; take `nextCursor` as it is");
  if (opened.l !== fingerprint(call))
    throw invalidCursor("cursor belongs to another list, filter or order; begin again without it");
  return { ...request, after: opened.p };
}

export function toListAnswer(
  tickets: Tickets,
  call: ListCall,
  { items, next }: Listed<unknown>,
): Record<string, unknown> {
  return {
    items,
    ...(next === undefined ? {} : { nextCursor: tickets.seal(cursorTicket, { l: fingerprint(call), p: next }) }),
  };
}

/** Everything but the page itself. */
function fingerprint({ path, query }: ListCall): string {
  const rest = Object.entries(query)
    .filter(([name]) => name !== "cursor" && name !== "limit")
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([path, rest]))
    .digest("base64url")
    .slice(0, 16);
}

function reverse(sort: string): string {
  return sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
}

function invalidCursor(message: string): SignetError {
  return new SignetError("invalid_input", message, { field: "cursor" });
}
