/** The tokens of a try, opened, and what userinfo says. */
import { Code, Group, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Application } from "../kinds.ts";
import { NamedValues } from "./claims-table.tsx";
import type { Decoded } from "./decode.ts";
import type { Exchange } from "./exchange.ts";
import { Refused, Step } from "./step.tsx";

export function IdTokenStep({
  token,
  nonce,
  application,
}: {
  token: Decoded;
  nonce: string;
  application: Application;
}) {
  return (
    <Step
      title="ID token"
      explanation={
        application.idTokenUserinfoAssertion
          ? "Says who signed in, to this application. User Info inside ID Token is on, so the claims of the scopes are in it."
          : "Says who signed in, to this application. The claims of the scopes are at userinfo, unless User Info inside ID Token is on."
      }
    >
      <Stack gap="md">
        <Check good={token.refusal === undefined}>
          {token.refusal === undefined ? "Signature, issuer, audience and expiry are as they should be" : token.refusal}
        </Check>
        <Check good={token.claims.nonce === nonce}>
          {token.claims.nonce === nonce ? "The nonce is that of the request" : "The nonce is not that of the request"}
        </Check>
        <Opened token={token} name="ID token" />
      </Stack>
    </Step>
  );
}

interface AccessTokenStepProps {
  readonly token: string;
  /** Undefined for an opaque one. */
  readonly decoded: Decoded | undefined;
  /** Of introspection. */
  readonly endpoint: string;
}

export function AccessTokenStep({ token, decoded, endpoint }: AccessTokenStepProps) {
  return (
    <Step
      title="Access token"
      explanation={
        <>
          Opens APIs. An API checks it by asking Signet, with an application of type API:{" "}
          <Code className="wrap">POST {endpoint}</Code>
        </>
      }
    >
      {decoded === undefined ? (
        <Text size="sm">
          It is opaque: <Code className="wrap">{token.slice(0, 16)}…</Code> can be read by Signet alone. The tab Tokens
          has JWT, which APIs can read by themselves.
        </Text>
      ) : (
        <Stack gap="md">
          <Check good={decoded.refusal === undefined}>
            {decoded.refusal === undefined
              ? "Signature, issuer, audience and expiry are as they should be"
              : decoded.refusal}
          </Check>
          <Opened token={decoded} name="access token" />
        </Stack>
      )}
    </Step>
  );
}

export function UserinfoStep({ userinfo: { status, answer } }: { userinfo: Omit<Exchange, "sent"> }) {
  return (
    <Step
      title="Userinfo"
      explanation="With the access token, the application asks about the person: the claims of the scopes that were granted."
    >
      {status === 200 ? (
        <NamedValues label="Claims of userinfo" values={Object.entries(answer)} words="claims" />
      ) : (
        <Refused error={String(answer.error ?? status)} description={String(answer.error_description ?? "")} />
      )}
    </Step>
  );
}

function Opened({ token: { header, claims }, name }: { token: Decoded; name: string }) {
  return (
    <>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Header
        </Text>
        <NamedValues label={`Header of the ${name}`} values={Object.entries(header)} words="claims" />
      </div>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Claims
        </Text>
        <NamedValues label={`Claims of the ${name}`} values={Object.entries(claims)} words="claims" />
      </div>
    </>
  );
}

function Check({ good, children }: { good: boolean; children: ReactNode }) {
  const Icon = good ? IconCircleCheck : IconAlertCircle;
  return (
    <Group gap={6} wrap="nowrap" className={`tone-${good ? "good" : "bad"}`}>
      <Icon size={16} aria-hidden className="caution-mark" />
      <Text size="sm" span inherit miw={0}>
        {children}
      </Text>
    </Group>
  );
}
