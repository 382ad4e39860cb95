/** The pictures of a branding: of the instance, or of an organization, at most one of each kind. */
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { ReferenceViolation } from "../../storage/errors.ts";
import { now } from "../../storage/now.ts";
import { type By, unknownResource } from "../resource.ts";
import { type ImageKind, imageKinds } from "./brand.ts";
import type { EncodedImage } from "./encode-image.ts";

export interface BrandImage {
  readonly kind: ImageKind;
  readonly id: string;
  readonly changedAt: number;
}

/** Without an organization, the instance. */
export interface ImagePlace {
  readonly organizationId?: string | undefined;
  readonly kind: ImageKind;
}

/** Those of this very place, in the order of their kinds. */
export async function listImages(db: Database, organizationId?: string): Promise<BrandImage[]> {
  const rows = await db
    .selectFrom("brand_images")
    .select(["kind", "id", "changed_at"])
    .where("place_id", "=", placeOf(organizationId))
    .execute();
  return imageKinds.flatMap((kind) =>
    rows.filter((row) => row.kind === kind).map(({ id, changed_at }) => ({ kind, id, changedAt: changed_at })),
  );
}

/** A picture that is there already is replaced. */
export async function setImage(
  tx: Transaction,
  place: ImagePlace,
  { id, base64 }: EncodedImage,
  by: By,
): Promise<BrandImage> {
  const { organizationId, kind } = place;
  const { changed_at } = await tx
    .insertInto("brand_images")
    .values({
      place_id: placeOf(organizationId),
      kind,
      id,
      organization_id: organizationId ?? null,
      base64,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.columns(["place_id", "kind"]).doUpdateSet({ id, base64, changed_at: now }))
    .returning("changed_at")
    .executeTakeFirstOrThrow()
    .catch((error) => {
      throw error instanceof ReferenceViolation ? unknownResource("organization", organizationId ?? "") : error;
    });
  await record(tx, { type: "branding_image.set", ...by, ...about(place, id) });
  return { kind, id, changedAt: changed_at };
}

/** Where there is none, nothing changes. */
export async function removeImage(tx: Transaction, place: ImagePlace, by: By): Promise<void> {
  const row = await tx
    .deleteFrom("brand_images")
    .where("place_id", "=", placeOf(place.organizationId))
    .where("kind", "=", place.kind)
    .returning("id")
    .executeTakeFirst();
  if (row !== undefined) await record(tx, { type: "branding_image.removed", ...by, ...about(place, row.id) });
}

/** The bytes of a picture that some place shows. Two places may show the same one. */
export async function findImage(db: Database, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("brand_images").select("base64").where("id", "=", id).limit(1).executeTakeFirst();
  return row && Buffer.from(row.base64, "base64");
}

/** Pictures are a part of the branding, so whoever asks what happened to that finds them too. */
function about({ organizationId, kind }: ImagePlace, id: string) {
  return { resource: { kind: "policy", id: "branding" }, organizationId, detail: { kind, id } } as const;
}

/** The instance's own place is empty, so no organization may be. */
function placeOf(organizationId: string | undefined): string {
  if (organizationId === "") throw unknownResource("organization", organizationId);
  return organizationId ?? "";
}
