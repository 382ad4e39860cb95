import type { Generated } from "kysely";

/** Tables of migrations 5 and 6. */
export interface SignInTables {
  brand_images: BrandImagesTable;
  one_time_codes: OneTimeCodesTable;
  recovery_codes: RecoveryCodesTable;
  known_browsers: KnownBrowsersTable;
}

interface RecoveryCodesTable {
  factor_id: string;
  hash: string;
  used_at: number | null;
}

/** Where somebody has signed in before: the hash of the browser's cookie. */
interface KnownBrowsersTable {
  user_id: string;
  browser: string;
  seen_at: number;
  /** The person's at the last sign-in there; -1 for one from before there was this. */
  epoch: Generated<number>;
}

/** A picture that pages show: re-encoded, and named by its hash. */
interface BrandImagesTable {
  /** The organization, or '' for the instance. */
  place_id: string;
  /** logo, dark_logo or icon. */
  kind: string;
  id: string;
  organization_id: string | null;
  /** WebP. */
  base64: string;
  changed_at: number;
}

/** A code that was sent by mail, for one step in one browser. */
interface OneTimeCodesTable {
  id: string;
  user_id: string;
  purpose: string;
  /** Null until the mail is written. */
  hash: string | null;
  attempts_left: number;
  expires_at: number;
  /** What the code is for, where that is more than the person: a new address. */
  data: Generated<string>;
}
