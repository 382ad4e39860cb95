/** Metadata of people and of service users, which is the same for both. */
import Type from "typebox";
import { deleteMetadata, listMetadata, type MetadataOwner, setMetadata } from "../../identity/metadata.ts";
import { change, pathParameter, placeParameter, type Route, read, remove } from "../route.ts";
import { closed } from "../schemas.ts";

const tag = "User metadata";

// In bytes at most so much, which only identity/metadata.ts can count.
const value = Type.String({ maxLength: 8192 });
const entryView = closed({ key: Type.String(), value: Type.String() }, { title: "MetadataEntry" });

const kinds = [
  { at: "user", path: "/users/:userId/metadata", whose: "a person" },
  { at: "service_user", path: "/service-users/:serviceUserId/metadata", whose: "a service user" },
] as const;

export const userMetadataRoutes: readonly Route[] = kinds.flatMap(({ at, path, whose }) => {
  const ownerOf = (params: Readonly<Record<(typeof placeParameter)[typeof at], string>>): MetadataOwner => ({
    kind: "user",
    id: params[placeParameter[at]],
  });
  return [
    read({
      method: "GET",
      path,
      tag,
      summary: `List the metadata of ${whose}`,
      detail: "All of it, sorted by key: there are at most 100 entries.",
      permission: "user_metadata.read",
      at,
      answer: closed({ items: Type.Array(entryView) }),
      handle: async ({ db }, { params }) => ({ items: await listMetadata(db, ownerOf(params)) }),
    }),
    change({
      method: "PUT",
      path: `${path}/:key`,
      tag,
      summary: `Set metadata of ${whose}`,
      detail: "Applications see it through the scope urn:service:iam:user:metadata.",
      permission: "user_metadata.write",
      at,
      params: { key: pathParameter },
      body: closed({ value }, { title: "MetadataValue" }),
      answer: entryView,
      handle: ({ tx, by }, { params, body }) =>
        setMetadata(tx, ownerOf(params), { key: params.key, value: body.value }, by),
    }),
    remove({
      path: `${path}/:key`,
      tag,
      summary: `Delete metadata of ${whose}`,
      permission: "user_metadata.delete",
      at,
      params: { key: pathParameter },
      handle: ({ tx, by }, { params }) => deleteMetadata(tx, ownerOf(params), params.key, by),
    }),
  ];
});
