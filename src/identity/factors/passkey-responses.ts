/**
 * What a browser sends back from a device, as far as its shape goes. What it claims is judged by whoever asked for it.
 */
import Type, { type Static } from "typebox";
import Value from "typebox/value";

/** A certificate chain would not fit; nobody is asked for one. */
const LONGEST_RESPONSE = 16_384;
const bytes = (most: number) => Type.String({ minLength: 1, maxLength: most, pattern: "^[A-Za-z0-9_-]+$" });
/** WebAuthn, §4: at most 1023 bytes. */
const credentialId = bytes(1_364);

/** Hints for the browser, which come back to it: only those that there are. */
export const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const registration = Type.Object({
  id: credentialId,
  response: Type.Object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(LONGEST_RESPONSE),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
  }),
});

const proof = Type.Object({
  id: credentialId,
  response: Type.Object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(LONGEST_RESPONSE),
    signature: bytes(4_096),
    userHandle: Type.Optional(bytes(128)),
  }),
});

export type RegistrationResponse = Static<typeof registration>;
export type ProofResponse = Static<typeof proof>;

export function readRegistration(text: string): RegistrationResponse | undefined {
  const given = parse(text);
  return Value.Check(registration, given) ? given : undefined;
}

export function readProof(text: string): ProofResponse | undefined {
  const given = parse(text);
  return Value.Check(proof, given) ? given : undefined;
}

function parse(text: string): unknown {
  if (text.length > LONGEST_RESPONSE) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // It may be anything, and what is no JSON has no shape.
    return undefined;
  }
}

/** What both kinds of response have to say beside what we read of them. */
export function asCredential<Response>({ id, response }: { id: string; response: Response }) {
  return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} } as const;
}
