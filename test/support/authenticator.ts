/** A passkey in software: answers as a browser and a device would, or as somebody who cheats. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What the device does otherwise than it should. */
export interface Cheat {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly isSynced?: boolean;
  readonly counter?: number;
  readonly credentialId?: string;
  /** `null`: none is sent. */
  readonly userHandle?: string | null;
  /** Signs with a key of its own. */
  readonly isForged?: boolean;
  readonly attestation?: ReadonlyMap<string, CborValue>;
  readonly format?: string;
  readonly transports?: readonly string[];
}

export interface CreationOptions {
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
}

export interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string;
}

type CborValue = number | string | Buffer | ReadonlyMap<number | string, CborValue> | readonly CborValue[];

const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED] = [0x01, 0x04, 0x08, 0x10, 0x40];

export class Authenticator {
  readonly credentialId = randomBytes(16).toString("base64url");
  counter = 0;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #userHandle: string | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create(options: CreationOptions, cheat: Cheat = {}): string {
    this.#userHandle = options.user.id;
    const id = cheat.credentialId ?? this.credentialId;
    const credential = Buffer.from(id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey(this.#keys.publicKey)]);
    const authData = Buffer.concat([this.#authenticatorData(options.rp.id ?? "", cheat, ATTESTED), attested]);
    const statement = cheat.attestation ?? new Map<string, CborValue>();
    const attestation = new Map<string, CborValue>([
      ["fmt", cheat.format ?? "none"],
      ["attStmt", statement],
      ["authData", authData],
    ]);
    const response = {
      clientDataJSON: this.#clientData(cheat.type ?? "webauthn.create", options.challenge, cheat).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: cheat.transports ?? ["internal"],
    };
    return JSON.stringify({ id, response });
  }

  get(options: RequestOptions, cheat: Cheat = {}): string {
    if (cheat.counter === undefined && this.counter > 0) this.counter++;
    const authenticatorData = this.#authenticatorData(options.rpId ?? "", cheat, 0);
    const clientData = this.#clientData(cheat.type ?? "webauthn.get", options.challenge, cheat);
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
    const key = cheat.isForged ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : this.#keys.privateKey;
    const userHandle = cheat.userHandle === undefined ? this.#userHandle : (cheat.userHandle ?? undefined);
    const response = {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, key).toString("base64url"),
      ...(userHandle === undefined ? {} : { userHandle }),
    };
    return JSON.stringify({ id: cheat.credentialId ?? this.credentialId, response });
  }

  #authenticatorData(rpId: string, cheat: Cheat, more: number): Buffer {
    const { isPresent = true, isVerified = true, isSynced = false } = cheat;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(
      (isPresent ? PRESENT : 0) | (isVerified ? VERIFIED : 0) | (isSynced ? ELIGIBLE | BACKED_UP : 0) | more,
    );
    rest.writeUInt32BE(cheat.counter ?? this.counter, 1);
    return Buffer.concat([
      createHash("sha256")
        .update(cheat.rpId ?? rpId)
        .digest(),
      rest,
    ]);
  }

  #clientData(type: string, challenge: string, cheat: Cheat): Buffer {
    const given = {
      type,
      challenge: cheat.challenge ?? challenge,
      origin: cheat.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(given));
  }
}

/** ES256, as COSE writes it (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

/** As much of RFC 8949 as is needed. */
function cbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, part]) => [cbor(name), cbor(part)])]);
  }
  const list = value as readonly CborValue[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

function head(major: number, length: number): Buffer {
  const first = major << 5;
  if (length < 24) return Buffer.from([first | length]);
  if (length < 256) return Buffer.from([first | 24, length]);
  return Buffer.from([first | 25, length >> 8, length & 255]);
}
