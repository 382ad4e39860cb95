/** How to put an application into one's own code: examples with its values filled in, and the addresses of Signet. */
import { Alert, Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { paths } from "../paths.ts";
import { Audiences } from "./audiences.tsx";
import { CodeBlock } from "./code-block.tsx";
import { DISCOVERY_URL, type Discovery, useDiscovery } from "./discovery.ts";
import { FrameworkSelect } from "./framework-select.tsx";
import { type Misfit, misfits } from "./frameworks/fit.ts";
import type { Framework } from "./frameworks/framework.ts";
import { frameworks } from "./frameworks/index.ts";
import { plainRequests } from "./frameworks/plain-requests.ts";
import { valuesFor } from "./frameworks/values.ts";
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
        <Examples application={application} discovery={discovery} />
      </Section>
      <Audiences application={application} />
      <Section
        title="Addresses of Signet"
        purpose="Most libraries need the issuer alone, and read the rest from the discovery document."
      >
        <Addresses application={application} discovery={discovery} />
      </Section>
    </>
  );
}

function Examples({ application, discovery }: { application: Application; discovery: Discovery }) {
  const { type } = application;
  const offered = [...frameworks.filter(({ settings }) => settings.type === type), plainRequests(type)];
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const fitting = offered.find((one) => misfits(one, application).length === 0);
  const shownFramework = offered.find(({ id }) => id === search.framework) ?? fitting ?? offered[0];
  // In the address, so that the wizard can lead to the one that was chosen there, and a link shows the same to somebody
  // else.
  const choose = (framework: string | null) => void navigate({ to: ".", search: { framework }, replace: true });
  return (
    <Stack gap="md">
      <FrameworkSelect offered={offered} value={shownFramework?.id ?? null} onChange={choose} />
      {shownFramework !== undefined && (
        <Example framework={shownFramework} application={application} discovery={discovery} />
      )}
    </Stack>
  );
}

interface ExampleProps {
  readonly framework: Framework;
  readonly application: Application;
  readonly discovery: Discovery;
}

function Example({ framework, application, discovery }: ExampleProps) {
  const values = valuesFor(framework, application, discovery);
  const { install } = framework;
  const note = typeof framework.note === "function" ? framework.note(values) : framework.note;
  const credentials = (
    <Anchor component={Link} to={`${paths.application(application.id)}/credentials`} inherit underline="always">
      Credentials
    </Anchor>
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        With {framework.library}.{" "}
        {usesSecret(values.method) && (
          <>
            The client secret comes from the environment; it was shown once. If it is lost, make a new one at{" "}
            {credentials}.
          </>
        )}
        {values.method === "private_key_jwt" && (
          <>KEY_FILE names the key file; it was shown once. If it is lost, make a new one at {credentials}.</>
        )}
      </Text>
      {misfits(framework, application).map((misfit) => (
        <Alert
          key={misfit.at}
          variant="outline"
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          className="plain-text"
        >
          <Text size="sm" className="wrap">
            {misfit.sentence} <MisfitLink application={application} at={misfit.at} />
          </Text>
        </Alert>
      ))}
      {note !== undefined && (
        <Alert variant="outline" color="gray" icon={<IconInfoCircle aria-hidden />} className="plain-text">
          <Text size="sm" className="wrap">
            {note}
          </Text>
        </Alert>
      )}
      {install !== undefined && (
        <CodeBlock name="Install" text={typeof install === "string" ? install : install(values.method)} />
      )}
      {framework.files(values).map((file) => (
        <CodeBlock key={file.name} {...file} />
      ))}
    </>
  );
}

function MisfitLink({ application, at }: { application: Application; at: Misfit["at"] }) {
  const page = paths.application(application.id);
  return (
    <Anchor component={Link} to={at === "settings" ? page : `${page}/credentials`} inherit underline="always">
      {at === "settings" ? "To the addresses" : "To the credentials"}
    </Anchor>
  );
}

function Addresses({ application, discovery }: { application: Application; discovery: Discovery }) {
  const fact = (name: string, value: string) =>
    [name, <CopyValue key={name} value={value} what={name.toLowerCase()} />] as const;
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
