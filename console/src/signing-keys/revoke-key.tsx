/** The emergency: what ends when a key is taken out, before it is. */
import { List, Text } from "@mantine/core";
import { changed, client } from "../api.ts";
import { confirmByName } from "../parts/dialogs/confirm.tsx";
import type { SigningKey } from "./key-times.ts";

export function askToRevoke(key: SigningKey): void {
  confirmByName({
    action: "Revoke key",
    name: key.id,
    consequence: <Consequence signingKey={key} />,
    run: () => changed(client.POST("/signing-keys/{keyId}/revoke", { params: { path: { keyId: key.id } } })),
    done: `The key ${key.id} was revoked`,
  });
}

function Consequence({ signingKey: { algorithm, state } }: { signingKey: SigningKey }) {
  return (
    <>
      <Text size="sm">
        For a key whose secret may be known to somebody else. This takes effect within a second and cannot be undone.
      </Text>
      <List size="sm" mt="xs" spacing={4}>
        {ends(algorithm, state).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </>
  );
}

function ends(algorithm: SigningKey["algorithm"], state: SigningKey["state"]): readonly string[] {
  if (state === "published") return ["It has signed nothing yet, so nothing ends. A fresh spare takes its place."];
  const takesOver = state === "active" ? ["The spare signs from this moment, and a fresh spare is made."] : [];
  if (algorithm === "ticket") {
    return [
      "Everything it sealed is worth nothing at once: sessions, opaque access tokens, refresh tokens, codes and personal access tokens.",
      ...(state === "active" ? ["Everybody is signed out, you included, and has to sign in again."] : []),
      ...takesOver,
    ];
  }
  return [
    `Every ${algorithm} token it signed is refused by Signet at once: ID tokens and JWT access tokens.`,
    "Services that verify tokens themselves may hold the key in a cache, five minutes or longer. Restart those that matter.",
    ...takesOver,
  ];
}
