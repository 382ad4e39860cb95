/** Runs the real flow of an application in a new window, and shows each step, the tokens and what is in them. */
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useMay } from "../may.tsx";
import { ProblemAlert } from "../parts/page/problem.tsx";
import { Section } from "../parts/page/section.tsx";
import { type Discovery, useDiscovery } from "./discovery.ts";
import type { Application } from "./kinds.ts";
import { addressOf, type Choices, makeOneTimeValues, type OneTimeValues, parametersOf } from "./try/begin.ts";
import { ChoiceFields, isMissing } from "./try/choices.tsx";
import type { Proof } from "./try/exchange.ts";
import { Steps } from "./try/steps.tsx";
import { isRegistered, TryAddress } from "./try/try-address.tsx";
import { useTry } from "./try/use-try.ts";
import { useApplication } from "./use-application.ts";

export default function TryItPage() {
  const { data: application } = useApplication();
  const { data: discovery, error, refetch } = useDiscovery();
  const may = useMay(application === undefined ? {} : { applicationId: application.id });
  if (error !== null) return <ProblemAlert problem={error} again={() => void refetch()} />;
  if (application === undefined || discovery === undefined || !may.isLoaded) return <Skeleton height={320} />;
  if (application.type === "api")
    return <Text>Nobody signs in to an API, so there is nothing to try. The tab Code shows how it checks tokens.</Text>;
  return <TryIt application={application} discovery={discovery} mayChange={may.has("application.write")} />;
}

const WINDOW = "popup,width=520,height=760";

function TryIt({
  application,
  discovery,
  mayChange,
}: {
  application: Application;
  discovery: Discovery;
  mayChange: boolean;
}) {
  const [choices, setChoices] = useState<Choices>(() => ({
    responseType: application.responseTypes[0] ?? "code",
    scopes: ["openid", "profile", "email"],
    prompt: "",
  }));
  const [proof, setProof] = useState<Proof>({ secret: "", keyFile: undefined });
  const [oneTime, renewValues] = useOneTimeValues();
  const [asked, setAsked] = useState(false);
  const { run, begin, cancel } = useTry(application, discovery);
  const missing = isMissing(application, choices, proof);

  const start = () => {
    setAsked(true);
    if (missing || oneTime === undefined) return;
    const parameters = parametersOf(application, choices, oneTime);
    begin({ oneTime, parameters, proof });
    const opened = window.open(addressOf(discovery, parameters), "_blank", WINDOW);
    // The sign-in page has links of the organization's choice. Where they lead, nobody needs a hold on the Console.
    if (opened !== null) opened.opener = null;
    renewValues();
  };
  return (
    <>
      <Section
        title="Try it"
        purpose="A real sign-in with this application, in a new window: with your own account, or with another if the prompt asks for one."
      >
        <Stack gap="lg">
          <TryAddress application={application} mayChange={mayChange} />
          <ChoiceFields {...{ application, choices, setChoices, proof, setProof }} missing={asked && missing} />
          <Group>
            <Button
              leftSection={<IconExternalLink size={16} aria-hidden />}
              onClick={start}
              disabled={!isRegistered(application) || oneTime === undefined || application.state !== "active"}
            >
              {run === undefined ? "Start" : "Start again"}
            </Button>
            {application.state !== "active" && (
              <Text size="sm" c="dimmed">
                The application is inactive.
              </Text>
            )}
          </Group>
        </Stack>
      </Section>
      {run !== undefined && <Steps run={run} application={application} discovery={discovery} cancel={cancel} />}
    </>
  );
}

/** Made before it is needed: a browser opens a window only right after the click. */
function useOneTimeValues(): [OneTimeValues | undefined, () => void] {
  const [oneTime, setOneTime] = useState<OneTimeValues>();
  const renew = () => void makeOneTimeValues().then(setOneTime);
  useEffect(renew, []);
  return [oneTime, renew];
}
