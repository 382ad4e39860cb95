/** Keys that applications and service users sign assertions with, as the API takes and shows them. */
import Type, { type Static } from "typebox";
import {
  type MadeCredential,
  makeCredential,
  type PublicCredential,
  readPublicKey,
} from "../../identity/credential-keys/credential.ts";
import {
  addKey,
  type CredentialKey,
  isKeyKnown,
  type KeyOwner,
  keyFile,
} from "../../identity/credential-keys/store.ts";
import type { By } from "../../identity/resource.ts";
import type { Transaction } from "../../storage/database.ts";
import { closed, fromTime, id, time, toTime } from "../schemas.ts";
import { warnings } from "./application-schemas.ts";

const member = Type.Optional(Type.String({ maxLength: 4096 }));
/** RFC 7517. Open: what else is in it is ignored, and a private part must be seen to be refused. */
const jwk = Type.Object(
  { kty: member, crv: member, x: member, y: member, n: member, e: member, alg: member },
  { description: "A public JWK" },
);

export const keyView = closed(
  { id, algorithm: Type.String(), createdAt: time, expiresAt: time, publicJwk: jwk },
  { title: "CredentialKey" },
);

export function toKeyView({ id, algorithm, createdAt, expiresAt, publicJwk }: CredentialKey): Static<typeof keyView> {
  return { id, algorithm, createdAt: toTime(createdAt), expiresAt: toTime(expiresAt), publicJwk };
}

export const keyList = closed({ items: Type.Array(keyView) }, { title: "CredentialKeyList" });

export const newKey = closed(
  {
    publicKey: Type.Optional(
      Type.Union([Type.String({ maxLength: 16_384 }), jwk], {
        description: "As PEM (SPKI) or JWK. Without one a key pair is made, and the answer has its key file",
      }),
    ),
    expiresAt: Type.Optional(time),
  },
  { title: "NewCredentialKey" },
);

export const createdKey = closed(
  {
    ...keyView.properties,
    warnings,
    keyFile: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "With the private key, shown this once: it is not kept",
      }),
    ),
  },
  { title: "CreatedCredentialKey" },
);

const sameKey = {
  field: "publicKey",
  code: "key_known",
  message: "This organization has the same key once more. Give each application and service user a key of its own.",
} as const;

/** Making a pair is slow: for `prepare`. */
export async function prepareKey({ publicKey }: Static<typeof newKey>): Promise<PublicCredential | MadeCredential> {
  return publicKey === undefined ? makeCredential() : readPublicKey(publicKey);
}

export async function storeKey(
  tx: Transaction,
  owner: KeyOwner,
  input: { readonly credential: PublicCredential | MadeCredential; readonly expiresAt?: string },
  by: By,
): Promise<Static<typeof createdKey>> {
  const { credential } = input;
  const expiresAt = input.expiresAt === undefined ? undefined : fromTime(input.expiresAt);
  const key = await addKey(tx, owner, { credential, expiresAt }, by);
  if ("privateKey" in credential)
    return { ...toKeyView(key), warnings: [], keyFile: keyFile(owner, credential, key.expiresAt) };
  return { ...toKeyView(key), warnings: (await isKeyKnown(tx, owner, key)) ? [sameKey] : [] };
}
