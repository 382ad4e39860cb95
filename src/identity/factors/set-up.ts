/**
 * Setting up a factor, on the way in and in one's own account alike. What is typed or sent for it is counted before it
 * is looked at, as every proof is; setting it up proves it; and whoever could lose it gets recovery codes, unless they
 * have some.
 */
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Vault } from "../../keys/vault.ts";
import type { Storage } from "../../storage/storage.ts";
import { countAttempt, type Origin, person, type Slowed } from "../limits/attempts.ts";
import { giveBackAttempt } from "../limits/proof-attempts.ts";
import { readPolicy } from "../policies/policies.ts";
import type { By } from "../resource.ts";
import { spendEmailCode } from "../users/address-proof.ts";
import { listFactors } from "../users/factors.ts";
import { addPasskey, type NewPasskey } from "./add-passkey.ts";
import type { Enrolment } from "./due.ts";
import { addEmailCodes } from "./email-code.ts";
import type { Proof } from "./levels.ts";
import { makeFirstRecoveryCodes } from "./recovery-codes.ts";
import { addTotp } from "./totp.ts";

interface SetUpServices {
  readonly storage: Storage;
  readonly vault: Vault;
  readonly ring: KeyRing;
}

/** Undefined is what the browser has lost, or never had. It is counted and refused like what is wrong. */
export type NewFactor =
  | { readonly kind: "totp"; readonly secret: string | undefined; readonly code: string }
  /** The code went to the confirmed address. */
  | { readonly kind: "email_code"; readonly codeId: string | undefined; readonly code: string }
  | { readonly kind: "passkey"; readonly made: Omit<NewPasskey, "userId"> | undefined };

export interface Owner {
  readonly human: { readonly id: string; readonly organizationId: string };
  readonly from: Origin;
}

export type SetUp =
  | {
      readonly outcome: "won";
      /** What it has proved. */
      readonly proof: Proof;
      /** What it is counted on to be there still when somebody goes in with that proof. */
      readonly factorIds: readonly string[];
      /** To be shown, once; none where the person has some, or needs none. */
      readonly recoveryCodes: readonly string[];
    }
  | Refused
  | Slowed;

type Refused =
  /** It does not fit. */
  | { readonly outcome: "lost" }
  /** There are as many passkeys as somebody may have. */
  | { readonly outcome: "full" };

export async function setUpFactor(
  services: SetUpServices,
  { human, from }: Owner,
  factor: NewFactor,
  by: By,
): Promise<SetUp> {
  const { db } = services.storage;
  const counted = await countAttempt(db, { kind: "new_factor", from, who: await person(db, human) });
  if (counted.outcome === "slowed") return counted;
  const added = await add(services, human.id, factor, by);
  if (added.outcome !== "won") return added;
  // It was right, and so no guess.
  await giveBackAttempt(db, ...counted.address, ...counted.subjects);
  const { proof, id } = added;
  const ids = (await listFactors(db, human.id)).filter(({ kind }) => kind === proof.kind).map((one) => one.id);
  const recoveryCodes = await firstRecoveryCodes(services.storage, human, proof.kind, by);
  return { outcome: "won", proof, factorIds: id === undefined ? ids : [id], recoveryCodes };
}

type SetUpProof = { readonly kind: "totp" | "email_code" } | Extract<Proof, { readonly kind: "passkey" }>;
/** `id`: where there may be several of the kind. */
type Added = { readonly outcome: "won"; readonly proof: SetUpProof; readonly id?: string } | Refused;

async function add({ storage, vault, ring }: SetUpServices, userId: string, factor: NewFactor, by: By): Promise<Added> {
  const { kind } = factor;
  switch (kind) {
    case "totp": {
      const { secret, code } = factor;
      if (secret === undefined) return { outcome: "lost" };
      const outcome = await addTotp(storage, vault, { userId, secret, name: "", code }, by);
      return { outcome, proof: { kind } };
    }
    case "email_code": {
      const { codeId: id, code } = factor;
      if (id === undefined || (await spendEmailCode(storage, ring, { id, userId, code }, by)) === "lost")
        return { outcome: "lost" };
      await storage.transaction((tx) => addEmailCodes(tx, userId, by));
      return { outcome: "won", proof: { kind } };
    }
    case "passkey": {
      const added = factor.made === undefined ? undefined : await addPasskey(storage, { ...factor.made, userId }, by);
      if (added?.outcome !== "won") return added ?? { outcome: "lost" };
      const { id, synced, verified } = added;
      return { outcome: "won", id, proof: { kind, synced, verified } };
    }
  }
}

/** Codes by e-mail are lost with the mailbox only. Where nobody is asked for a second factor, none needs a stand-in. */
async function firstRecoveryCodes(
  storage: Storage,
  { id: userId, organizationId }: Owner["human"],
  kind: Enrolment,
  by: By,
): Promise<readonly string[]> {
  if (kind === "email_code") return [];
  const { settings } = await readPolicy(storage.db, "secondFactor", organizationId);
  return settings.mode === "off" ? [] : storage.transaction((tx) => makeFirstRecoveryCodes(tx, userId, by));
}
