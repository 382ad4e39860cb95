/** How pages for an organization look and which languages they offer: its decisions, or else the instance's. */
import type { Database } from "../../storage/database.ts";
import { builtInPolicies, type PolicySettings } from "../policies/kinds.ts";

export const imageKinds = ["logo", "dark_logo", "icon"] as const;
export type ImageKind = (typeof imageKinds)[number];

export interface Brand {
  /** The organization's; without one, the instance's. */
  readonly name: string;
  readonly settings: PolicySettings<"branding">;
  readonly languages: PolicySettings<"languages">;
  /** Ids of pictures. */
  readonly images: Readonly<Partial<Record<ImageKind, string>>>;
}

/** For a page that has not read anything yet, or cannot. */
export const plainBrand: Brand = {
  name: "Signet",
  settings: builtInPolicies.branding,
  languages: builtInPolicies.languages,
  images: {},
};

/** An organization's decisions replace the instance's as a whole; so do its pictures. */
export async function readBrand(db: Database, organizationId?: string): Promise<Brand> {
  const places = ["", organizationId ?? ""];
  const [owner, policies, images] = await Promise.all([
    organizationId === undefined
      ? db.selectFrom("instance").select("name").executeTakeFirst()
      : db.selectFrom("organizations").select("name").where("id", "=", organizationId).executeTakeFirst(),
    db
      .selectFrom("policies")
      .select(["place_id", "kind", "settings"])
      .where("kind", "in", ["branding", "languages"])
      .where("place_id", "in", places)
      .execute(),
    db.selectFrom("brand_images").select(["place_id", "kind", "id"]).where("place_id", "in", places).execute(),
  ]);
  const decided = <Kind extends "branding" | "languages">(kind: Kind): PolicySettings<Kind> => {
    const ofKind = policies.filter((policy) => policy.kind === kind);
    const stored = ofKind.find(({ place_id }) => place_id !== "") ?? ofKind[0];
    return stored === undefined ? builtInPolicies[kind] : { ...builtInPolicies[kind], ...JSON.parse(stored.settings) };
  };
  const own = images.filter(({ place_id }) => place_id !== "");
  const shown = own.length > 0 ? own : images;
  return {
    name: owner?.name ?? plainBrand.name,
    settings: decided("branding"),
    languages: decided("languages"),
    images: Object.fromEntries(shown.map(({ kind, id }) => [kind, id])),
  };
}
