/** What a JWT says about itself. */
import { Code, Stack, Table, Text, Title } from "@mantine/core";
import { Section } from "../parts/page/section.tsx";
import { exactTime } from "../parts/values/when.tsx";
import type { Jwt } from "./read-jwt.ts";

const meanings: Readonly<Record<string, string>> = {
  alg: "How it is signed",
  kid: "The key it is signed with",
  typ: "What kind of JWT it is",
  iss: "Who issued it",
  sub: "The user",
  aud: "For whom it is meant",
  azp: "The application that asked for it",
  client_id: "The application it was given to",
  exp: "When it expires",
  iat: "When it was issued",
  nbf: "Not good before",
  auth_time: "When the person proved who they are",
  amr: "How they proved it",
  acr: "How strong that was",
  nonce: "What the application sent along, to recognize its own request",
  at_hash: "Binds it to the access token",
  c_hash: "Binds it to the code",
  sid: "The session at Signet",
  jti: "Its id",
  scope: "What it may be used for",
};

const times = new Set(["exp", "iat", "nbf", "auth_time", "updated_at"]);

export function DecodedToken({ jwt, trusted }: { jwt: Jwt; trusted: boolean }) {
  return (
    <Section
      title="What is in it"
      purpose={
        trusted
          ? "The header and the claims of the JWT."
          : "Only what it says about itself: Signet does not vouch for it."
      }
    >
      <Stack gap="lg">
        <Claims title="Header" values={jwt.header} />
        <Claims title="Claims" values={jwt.claims} />
      </Stack>
    </Section>
  );
}

function Claims({ title, values }: { title: string; values: Readonly<Record<string, unknown>> }) {
  return (
    <div>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Table aria-label={title} layout="fixed" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Value</Table.Th>
            <Table.Th visibleFrom="sm">Meaning</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(values).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Code className="wrap">{name}</Code>
              </Table.Td>
              <Table.Td className="wrap">
                {times.has(name) && typeof value === "number"
                  ? exactTime(new Date(value * 1000).toISOString())
                  : show(value)}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Text size="sm" c="dimmed">
                  {meanings[name]}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function show(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join("\n");
  return JSON.stringify(value, null, 2);
}
