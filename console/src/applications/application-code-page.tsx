/** How to put an application into one's own code: examples with its values filled in, and the addresses of Signet. */
import { Alert, Anchor, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CopyValue } from "../parts/copy.tsx";
import { ProblemAlert } from "../parts/problem.tsx";
import { Facts, Section } from "../parts/section.tsx";
import { paths } from "../paths.ts";
import { Audiences } from "./audiences.tsx";
import { CodeBlock } from "./code/code-block.tsx";
import { type Snippet, valuesOf } from "./code/snippet.ts";
import { snippetsFor } from "./code/snippets.ts";
import { DISCOVERY_URL, type Discovery, useDiscovery } from "./discovery.ts";
import { type Application, usesSecret } from "./kinds.ts";
import { useApplication } from "./use-application.ts";

export default function ApplicationCodePage() {
  const { data: application } = useApplication();
  const { data: discovery, error, refetch } = useDiscovery();
  if (application === undefined) return null;
  if (error !== null) return <ProblemAlert problem={error} again={() => void refetch()} />;
  if (discovery === undefined) return <Skeleton height={320} />;
  return (
    <>
      <Section
        title="Put it into your app"
        purpose={
          application.type === "api"
            ? "Your API asks Signet about every token it is sent. The values of this application are filled in."
            : "A library does the work; the values of this application are filled in."
        }
      >
        <Snippets application={application} discovery={discovery} />
      </Section>
      <Audiences application={application} />
      <Section title="Addresses of Signet" purpose="Most libraries need the issuer alone, and read the rest from the discovery document.">
        <Addresses application={application} discovery={discovery} />
      </Section>
    </>
  );
}

function Snippets({ application, discovery }: { application: Application; discovery: Discovery }) {
  const snippets = snippetsFor(application.type, valuesOf(application, discovery));
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = snippets.find(({ name }) => name === chosen) ?? snippets[0];
  return (
    <Tabs value={shown?.name ?? null} onChange={setChosen} className="code-tabs" keepMounted={false}>
      <Tabs.List aria-label="Languages and frameworks">
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map((snippet) => (
        <Tabs.Panel key={snippet.name} value={snippet.name} pt="md">
          <Shown snippet={snippet} application={application} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Shown({ snippet, application }: { snippet: Snippet; application: Application }) {
  const { id, authMethod } = application;
  const credentials = (
    <Anchor component={Link} to={`${paths.application(id)}/credentials`} inherit>
      Credentials
    </Anchor>
  );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        With {snippet.library}.{" "}
        {usesSecret(authMethod) && (
          <>The client secret comes from the environment; it was shown once. If it is lost, make a new one at {credentials}.</>
        )}
        {authMethod === "private_key_jwt" && (
          <>KEY_FILE names the key file; it was shown once. If it is lost, make a new one at {credentials}.</>
        )}
      </Text>
      {snippet.note !== undefined && (
        <Alert variant="outline" color="gray" icon={<IconInfoCircle aria-hidden />} className="plain-text">
          <Text size="sm" className="wrap">
            {snippet.note}
          </Text>
        </Alert>
      )}
      {snippet.install !== undefined && <CodeBlock name="Install" text={snippet.install} />}
      {snippet.files.map((file) => (
        <CodeBlock key={file.name} {...file} />
      ))}
    </Stack>
  );
}

function Addresses({ application, discovery }: { application: Application; discovery: Discovery }) {
  const fact = (name: string, value: string) => [name, <CopyValue key={name} value={value} what={name.toLowerCase()} />] as const;
  const signsIn = application.type !== "api";
  return (
    <Facts
      items={[
        fact("Client id", application.clientId),
        fact("Issuer", discovery.issuer),
        fact("Discovery", DISCOVERY_URL),
        signsIn ? fact("Authorization", discovery.authorization_endpoint) : undefined,
        signsIn ? fact("Token", discovery.token_endpoint) : undefined,
        signsIn ? fact("Userinfo", discovery.userinfo_endpoint) : undefined,
        signsIn ? fact("End session", discovery.end_session_endpoint) : undefined,
        fact("Introspection", discovery.introspection_endpoint),
        fact("Keys (JWKS)", discovery.jwks_uri),
      ]}
    />
  );
}
