/** Metadata of an organization: texts by key, whose meaning is its managers' own. */
import Type from "typebox";
import { deleteMetadata, listMetadata, setMetadata } from "../../identity/metadata.ts";
import { change, pathParameter, type Route, read, remove } from "../route.ts";
import { closed } from "../schemas.ts";

const tag = "Organization metadata";

// In bytes at most so much, which only identity/metadata.ts can count.
const value = Type.String({ maxLength: 8192 });
const entryView = closed({ key: Type.String(), value: Type.String() }, { title: "MetadataEntry" });

export const organizationMetadataRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/organizations/:organizationId/metadata",
    tag,
    summary: "List the metadata of an organization",
    detail: "All of it, sorted by key: there are at most 100 entries.",
    permission: "organization_metadata.read",
    at: "organization",
    answer: closed({ items: Type.Array(entryView) }),
    handle: async ({ db }, { params }) => ({
      items: await listMetadata(db, { kind: "organization", id: params.organizationId }),
    }),
  }),
  change({
    method: "PUT",
    path: "/organizations/:organizationId/metadata/:key",
    tag,
    summary: "Set an entry of an organization's metadata",
    permission: "organization_metadata.write",
    at: "organization",
    params: { key: pathParameter },
    body: closed({ value }, { title: "MetadataValue" }),
    answer: entryView,
    handle: ({ tx, by }, { params, body }) =>
      setMetadata(tx, { kind: "organization", id: params.organizationId }, { key: params.key, value: body.value }, by),
  }),
  remove({
    path: "/organizations/:organizationId/metadata/:key",
    tag,
    summary: "Delete an entry of an organization's metadata",
    permission: "organization_metadata.delete",
    at: "organization",
    params: { key: pathParameter },
    handle: ({ tx, by }, { params }) =>
      deleteMetadata(tx, { kind: "organization", id: params.organizationId }, params.key, by),
  }),
];
