/** How pages and mails for an organization look: its name, colours, links and pictures, or else the instance's. */
import type { Database } from "../../storage/database.ts";
import { builtInPolicies, type PolicySettings } from "../policies/kinds.ts";

export const imageKinds = ["logo", "dark_logo", "icon"] as const;
export type ImageKind = (typeof imageKinds)[number];

export interface Brand {
  /** The organization's; without one, the instance's. */
  readonly name: string;
  readonly settings: PolicySettings<"branding">;
  /** Ids of pictures. */
  readonly images: Readonly<Partial<Record<ImageKind, string>>>;
}

/** For a page that has not read anything yet, or cannot. */
export const plainBrand: Brand = { name: "Signet", settings: builtInPolicies.branding, images: {} };

/** An organization's decisions replace the instance's as a whole; so do its pictures. */
export async function readBrand(db: Database, organizationId?: string): Promise<Brand> {
  const places = ["", organizationId ?? ""];
  const [owner, policies, images] = await Promise.all([
    organizationId === undefined
      ? db.selectFrom("instance").select("name").executeTakeFirst()
      : db.selectFrom("organizations").select("name").where("id", "=", organizationId).executeTakeFirst(),
    db.selectFrom("policies").select(["place_id", "settings"]).where("kind", "=", "branding").where("place_id", "in", places).execute(),
    db.selectFrom("brand_images").select(["place_id", "kind", "id"]).where("place_id", "in", places).execute(),
  ]);
  const stored = policies.find(({ place_id }) => place_id !== "") ?? policies[0];
  const own = images.filter(({ place_id }) => place_id !== "");
  const shown = own.length > 0 ? own : images;
  return {
    name: owner?.name ?? plainBrand.name,
    settings: stored === undefined ? builtInPolicies.branding : { ...builtInPolicies.branding, ...JSON.parse(stored.settings) },
    images: Object.fromEntries(shown.map(({ kind, id }) => [kind, id])),
  };
}
