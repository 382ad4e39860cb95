/** Signing keys, and the keys that opaque tokens are sealed under: their states, never their secrets. */
import Type, { type Static } from "typebox";
import { SignetError } from "../../errors/signet-error.ts";
import { unknownResource } from "../../identity/resource.ts";
import { signingAlgorithms } from "../../keys/algorithms.ts";
import { ensureKeys, listKeys, revoke, rotate } from "../../keys/key-store.ts";
import type { KeyStatus, KeyTimes } from "../../keys/lifecycle.ts";
import type { Database } from "../../storage/database.ts";
import { act, pathParameter, type Route, read } from "../route.ts";
import { closed, time, toTime } from "../schemas.ts";

const tag = "Signing keys";

const algorithm = Type.Enum([...signingAlgorithms, "ticket"], {
  description: "`ticket` keys seal opaque tokens, codes and cookies",
});
const keyId = Type.String();

const keyView = closed(
  {
    id: { ...keyId, description: "The `kid` of what it signs" },
    algorithm,
    purpose: Type.Enum(["tokens", "tickets"]),
    state: Type.Enum(["published", "active", "retired", "revoked"], {
      description: "published: takes over next; active: signs; retired: only verifies; revoked: does nothing any more",
    }),
    inKeySet: Type.Boolean({ description: "Whether it is at the keys endpoint; those for tickets never are" }),
    createdAt: time,
    activatesAt: { ...time, description: "When it begins, or began, to sign" },
    revokedAt: Type.Optional(time),
  },
  { title: "SigningKey" },
);

const keyList = closed({ items: Type.Array(keyView) }, { title: "SigningKeyList" });

function toKeyView({ key, state, inKeySet }: KeyStatus<KeyTimes>): Static<typeof keyView> {
  const isTicket = key.algorithm === "ticket";
  return {
    id: key.id,
    algorithm: key.algorithm as Static<typeof algorithm>,
    purpose: isTicket ? "tickets" : "tokens",
    state,
    inKeySet: inKeySet && !isTicket,
    createdAt: toTime(key.createdAt),
    activatesAt: toTime(key.activatesAt),
    ...(key.revokedAt === null ? {} : { revokedAt: toTime(key.revokedAt) }),
  };
}

async function refuseUnlessInUse(db: Database, wanted: string | undefined): Promise<void> {
  const inUse = [...new Set((await listKeys(db)).map(({ key }) => key.algorithm))];
  if (wanted === undefined || inUse.includes(wanted)) return;
  throw new SignetError(
    "invalid_input",
    `algorithm ${wanted} has no keys; enable it first. In use are ${inUse.join(", ")}`,
    {
      field: "algorithm",
    },
  );
}

const everywhere = "In force at once at the node that answers, at every other one within a second.";

export const signingKeyRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/signing-keys",
    tag,
    summary: "List the signing keys",
    permission: "signing_key.read",
    at: "iam",
    answer: keyList,
    handle: async ({ db }) => ({ items: (await listKeys(db)).map(toKeyView) }),
  }),
  act({
    method: "POST",
    path: "/signing-keys/rotate",
    tag,
    summary: "Rotate signing keys",
    detail:
      "The published spare takes over: at once when it has been published for 24 hours, otherwise as soon as it has been, because by then " +
      `every client has seen it. With \`immediately\` it does not wait. What the former key signed stays good. ${everywhere}`,
    permission: "signing_key.rotate",
    at: "iam",
    body: closed(
      {
        algorithm: Type.Optional({ ...algorithm, description: "Only this one; every algorithm in use if not said" }),
        immediately: Type.Optional(
          Type.Boolean({ description: "Clients that cache the key set may refuse tokens for some minutes" }),
        ),
      },
      { title: "SigningKeyRotation" },
    ),
    answer: closed(
      { rotations: Type.Array(closed({ algorithm, id: keyId, activatesAt: time })) },
      { title: "SigningKeyRotations" },
    ),
    async handle({ db, services: { keys, tokens }, by }, { body }) {
      await refuseUnlessInUse(db, body.algorithm);
      const rotations = await rotate(keys, { ...body, ...by });
      await tokens.ring.refresh();
      return {
        rotations: rotations.map(({ id, algorithm, activatesAt }) => ({
          algorithm: algorithm as Static<typeof keyView>["algorithm"],
          id,
          activatesAt: toTime(activatesAt),
        })),
      };
    },
  }),
  act({
    method: "POST",
    path: "/signing-keys/:keyId/revoke",
    tag,
    summary: "Revoke a compromised key",
    detail:
      "Whatever it signed or sealed is refused from now on; if it was active, its spare takes over. Revoking the active `ticket` key " +
      "signs everybody out, you included: all sessions, opaque tokens, refresh tokens, codes and personal access tokens made with it " +
      `are worth nothing after this answer. ${everywhere}`,
    permission: "signing_key.revoke",
    at: "iam",
    params: { keyId: pathParameter },
    answer: keyView,
    async handle({ db, services: { keys, tokens }, by }, { params }) {
      const result = await revoke(keys, params.keyId, by);
      if (result === "unknown") throw unknownResource("signing_key", params.keyId);
      await tokens.ring.refresh();
      const revoked = (await listKeys(db)).find(({ key }) => key.id === params.keyId);
      if (revoked === undefined) throw unknownResource("signing_key", params.keyId);
      return toKeyView(revoked);
    },
  }),
  act({
    method: "POST",
    path: "/signing-keys/enable",
    tag,
    summary: "Enable a further algorithm",
    detail: "Makes its first keys, so that applications can choose it. Nothing happens to one that has keys already.",
    permission: "signing_key.rotate",
    at: "iam",
    body: closed({ algorithm: Type.Enum([...signingAlgorithms]) }, { title: "SigningKeyAlgorithm" }),
    answer: keyList,
    async handle({ db, services: { keys, tokens }, by }, { body }) {
      await ensureKeys(keys, [body.algorithm], by);
      await tokens.ring.refresh();
      return { items: (await listKeys(db)).filter(({ key }) => key.algorithm === body.algorithm).map(toKeyView) };
    },
  }),
];
