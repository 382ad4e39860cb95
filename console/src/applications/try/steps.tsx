/** A try, step by step, as far as it has come. */
import { Anchor, Button, Code, Group, Loader, Stack, Text } from "@mantine/core";
import { Copy } from "../../parts/values/copy.tsx";
import type { Discovery } from "../discovery.ts";
import type { Application } from "../kinds.ts";
import { addressOf } from "./begin.ts";
import { NamedValues } from "./claims-table.tsx";
import type { Exchange } from "./exchange.ts";
import { Refused, Step } from "./step.tsx";
import { AccessTokenStep, IdTokenStep, UserinfoStep } from "./token-steps.tsx";
import type { Try } from "./use-try.ts";

interface StepsProps {
  readonly run: Try;
  readonly application: Application;
  readonly discovery: Discovery;
  readonly cancel: () => void;
}

export function Steps({ run, application, discovery, cancel }: StepsProps) {
  const { answer, exchange, tokens, idToken, accessToken, userinfo } = run;
  return (
    <Stack gap="md" aria-live="polite">
      <ol className="try-steps" aria-label="Steps of the try">
        <RequestStep address={addressOf(discovery, run.parameters)} parameters={run.parameters} />
        {answer !== undefined && <AnswerStep answer={answer} />}
        {exchange !== undefined && <ExchangeStep exchange={exchange} endpoint={discovery.token_endpoint} />}
        {idToken !== undefined && <IdTokenStep token={idToken} nonce={run.oneTime.nonce} application={application} />}
        {tokens?.accessToken !== undefined && (run.isOver || accessToken !== undefined || userinfo !== undefined) && (
          <AccessTokenStep
            token={tokens.accessToken}
            decoded={accessToken}
            endpoint={discovery.introspection_endpoint}
          />
        )}
        {userinfo !== undefined && <UserinfoStep userinfo={userinfo} />}
      </ol>
      {!run.isOver && (
        <Group gap="sm" role="status">
          <Loader size="xs" />
          <Text size="sm">
            {answer === undefined ? "Go on in the other window. The answer appears here." : "On its way"}
          </Text>
          {answer === undefined && (
            <>
              <Anchor href={addressOf(discovery, run.parameters)} target="_blank" rel="noopener" size="sm">
                No window? Open it in a tab
              </Anchor>
              <Button variant="default" size="xs" onClick={cancel}>
                Cancel
              </Button>
            </>
          )}
        </Group>
      )}
      {run.failure !== undefined && <Refused error="It went no further" description={run.failure} />}
    </Stack>
  );
}

function RequestStep({ address, parameters }: { address: string; parameters: Try["parameters"] }) {
  return (
    <Step
      title="Authorization request"
      explanation="The application sends the browser to Signet, with what it asks for."
    >
      <Group gap={4} wrap="nowrap" align="flex-start" mb="sm">
        <Code block className="wrap" flex={1} miw={0}>
          {address}
        </Code>
        <Copy value={address} what="address" />
      </Group>
      <NamedValues label="Parameters of the authorization request" values={parameters} words="parameters" />
    </Step>
  );
}

function AnswerStep({ answer }: { answer: ReadonlyMap<string, string> }) {
  const error = answer.get("error");
  return (
    <Step title="Answer" explanation="The browser comes back to the redirect URI.">
      {error !== undefined && <Refused error={error} description={answer.get("error_description")} />}
      <NamedValues label="Parameters of the answer" values={answer} words="parameters" />
    </Step>
  );
}

function ExchangeStep({ exchange: { sent, status, answer }, endpoint }: { exchange: Exchange; endpoint: string }) {
  return (
    <Step
      title="Token request"
      explanation={
        <>
          The application exchanges the code, and proves itself: <Code className="wrap">POST {endpoint}</Code>
        </>
      }
    >
      <Stack gap="md">
        <NamedValues label="Parameters of the token request" values={sent} words="parameters" />
        <div>
          <Text size="sm" fw={500} mb={4}>
            Signet answered with {status}
          </Text>
          {status !== 200 && typeof answer.error === "string" ? (
            <Refused error={answer.error} description={String(answer.error_description ?? "")} />
          ) : (
            <NamedValues label="Token response" values={Object.entries(answer)} words="parameters" />
          )}
        </div>
      </Stack>
    </Step>
  );
}
