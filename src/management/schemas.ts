/**
 * Pieces that the schemas of several resources share. A schema with a title becomes a component of the API document.
 */
import Type, { type TProperties } from "typebox";
import type { Stamp } from "../identity/resource.ts";

/** Unknown fields are refused in what comes in, and never sent in what goes out. */
export function closed<Properties extends TProperties>(
  properties: Properties,
  options: { title?: string; description?: string } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export const id = Type.String({ minLength: 1, maxLength: 64, description: "An id of ours" });
export const time = Type.String({ format: "date-time", description: "RFC 3339" });
export const state = Type.Enum(["active", "inactive"]);

/** Names are judged in identity/names.ts, which says more; this only keeps out what is absurd. */
export const text = Type.String({ maxLength: 4096 });

/** What a list is searched for: says where it is looked for. */
export function searched(where: string) {
  return Type.Optional(Type.String({ maxLength: 200, description: where }));
}
export const partOfName = searched("A part of the name");
export const userWords = searched("Beginnings of words of names, user name and e-mail address");
export const partOfUser = searched("A part of the display name or the login name");

export const stamp = {
  createdAt: time,
  changedAt: time,
  version: Type.Integer({ description: "Grows with every change; also in the ETag" }),
};

export function stampView({ createdAt, changedAt, version }: Stamp) {
  return { createdAt: toTime(createdAt), changedAt: toTime(changedAt), version };
}

export function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Of a text that matched `time`. */
export function fromTime(text: string): number {
  return Date.parse(text);
}

/** A user as others name them. Who may see that somebody has a role need not see the rest of them. */
export const userSummary = closed(
  {
    id,
    kind: Type.Enum(["human", "service"]),
    organizationId: id,
    loginName: Type.String({ description: "`name@domain`" }),
    displayName: Type.String(),
  },
  { title: "UserSummary" },
);
