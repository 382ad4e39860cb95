/** What a token is, whether it counts, and if not why. Pasted text is sent to Signet and kept nowhere. */
import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { answered, client } from "../api.ts";
import { Empty } from "../parts/lists/empty.tsx";
import { Page } from "../parts/page/page.tsx";
import { Section } from "../parts/page/section.tsx";
import { DecodedToken } from "./decoded-token.tsx";
import { readJwt } from "./read-jwt.ts";
import { type TokenExplanation, TokenResult } from "./token-result.tsx";
import { UnknownToken } from "./unknown-token.tsx";
import { type WhichToken, whichToken } from "./which-token.ts";

interface Answer {
  readonly asked: WhichToken;
  readonly explanation?: TokenExplanation;
  readonly problem?: unknown;
}

function askedBy(clientId: string): { askedBy?: string } {
  return clientId.trim() === "" ? {} : { askedBy: clientId.trim() };
}

export default function TokenInspectorPage() {
  const [typed, setTyped] = useState("");
  const [asking, setAsking] = useState("");
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const ask = async (asked: WhichToken) => {
    setBusy(true);
    try {
      setAnswer({
        asked,
        explanation: await answered(client.POST("/tokens/inspect", { body: { ...asked, ...askedBy(asking) } })),
      });
    } catch (problem) {
      setAnswer({ asked, problem });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = whichToken(typed);
    if (asked !== undefined) void ask(asked);
  };
  const decoded = answer?.asked.token === undefined ? undefined : readJwt(answer.asked.token);
  return (
    <Page
      title="Token inspector"
      purpose="Paste a token of this Signet, or its id, to see what it is, whose, and whether it is accepted. Nothing is stored."
    >
      <Section title="Token">
        <form onSubmit={submit}>
          <Stack gap="md">
            <Textarea
              label="Token or id"
              description="An access token, refresh token, ID token, code or personal access token; or the jti of an access token."
              rows={4}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="off"
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", overflowWrap: "anywhere" } }}
            />
            <TextInput
              label="Asked about by"
              description="The client id of an API, if you want to know what introspection tells it. May be empty."
              maw={420}
              value={asking}
              onChange={(event) => setAsking(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
            <Group gap="xs">
              <Button type="submit" loading={busy} disabled={typed.trim() === ""}>
                Inspect
              </Button>
              {(typed !== "" || answer !== undefined) && (
                <Button
                  variant="default"
                  onClick={() => {
                    setTyped("");
                    setAsking("");
                    setAnswer(undefined);
                  }}
                >
                  Clear
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Section>
      <div aria-live="polite">
        <Stack gap="lg">
          {answer === undefined && (
            <Empty icon={IconTicket} title="Why is my token refused?">
              Signet explains any token that belongs to something you manage: also one that has expired, or whose
              session was ended.
            </Empty>
          )}
          {answer?.explanation !== undefined && (
            <TokenResult asked={answer.asked} token={answer.explanation} again={() => ask(answer.asked)} />
          )}
          {answer?.problem !== undefined && <UnknownToken problem={answer.problem} />}
          {decoded !== undefined && <DecodedToken jwt={decoded} trusted={answer?.explanation !== undefined} />}
        </Stack>
      </div>
    </Page>
  );
}
