/** Last step: everything that will be registered, with the reason for each. */
import { Code, Stack, Switch, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Facts } from "../../parts/page/section.tsx";
import { kinds, methods } from "../kinds.ts";
import { type Draft, settingsOf } from "./draft.ts";

export function StepSummary({ draft, setDraft }: { draft: Draft; setDraft: (draft: Draft) => void }) {
  const {
    name,
    type,
    authMethod,
    redirectUris,
    postLogoutRedirectUris,
    developmentMode,
    responseTypes = [],
  } = settingsOf(draft);
  const kind = kinds[type];
  const signsIn = kind.responseTypes.length > 0;
  return (
    <Stack gap="lg">
      <Facts
        items={[
          ["Name", name],
          draft.framework === undefined ? undefined : ["Built with", draft.framework.name],
          ["Type", <ValueWithReason key="type" value={kind.label} why={kind.sentence} />],
          [
            "Proves itself by",
            <ValueWithReason
              key="method"
              value={methods[authMethod ?? "pkce"].label}
              why={methods[authMethod ?? "pkce"].explanation}
            />,
          ],
          signsIn ? ["Redirect URIs", <CodeLines key="redirect" lines={redirectUris ?? []} />] : undefined,
          signsIn && (postLogoutRedirectUris?.length ?? 0) > 0
            ? ["Post-logout redirect URIs", <CodeLines key="logout" lines={postLogoutRedirectUris ?? []} />]
            : undefined,
          signsIn
            ? [
                "Response type",
                <ValueWithReason
                  key="response"
                  value={<CodeLines lines={responseTypes} />}
                  why={
                    responseTypes.length > 1
                      ? `What ${draft.framework?.name ?? "it"} asks for when nobody tells it otherwise, beside a code. Leave only code as soon as it asks for one.`
                      : "The browser carries only a code that works once and for a minute; the tokens come by a request of their own."
                  }
                />,
              ]
            : undefined,
          signsIn
            ? [
                "Access tokens",
                <ValueWithReason
                  key="tokens"
                  value="As the instance says"
                  why="Opaque, unless the instance says otherwise: only Signet can read those, so they end the moment something ends them."
                />,
              ]
            : undefined,
          developmentMode
            ? [
                "Development mode",
                <ValueWithReason key="develop" value="On" why="Turn it off before real people sign in." />,
              ]
            : undefined,
        ]}
      />
      {signsIn && (
        <Switch
          label="Refresh tokens"
          description={
            type === "user_agent"
              ? "Off, because whatever is in a browser is within reach of every script on the page. Without one, it renews by signing in again, which people with a session do not notice."
              : "With the scope offline_access, the application can get new tokens without the person. Each refresh token works once. For a minute after that it is answered again, in case the answer was lost; later, a copy ends the session."
          }
          checked={draft.refresh}
          onChange={(event) => setDraft({ ...draft, refresh: event.currentTarget.checked })}
        />
      )}
      {signsIn && (
        <Switch
          label="User Info inside ID Token"
          description={
            draft.framework?.settings.idTokenUserinfoAssertion
              ? `On, because ${draft.framework.name} reads nothing but the ID token: without it, it would not learn the name or the e-mail address of anybody.`
              : "Off, because the application can ask userinfo: the ID token stays small, and what it says does not grow old. Turn it on for one that reads nothing but the ID token."
          }
          checked={draft.idTokenUserinfoAssertion}
          onChange={(event) => setDraft({ ...draft, idTokenUserinfoAssertion: event.currentTarget.checked })}
        />
      )}
      <Text size="sm" c="dimmed">
        All of this but the type can be changed later.
      </Text>
    </Stack>
  );
}

function ValueWithReason({ value, why }: { value: ReactNode; why: string }) {
  return (
    <>
      {value}
      <Text size="sm" c="dimmed" component="span" display="block">
        {why}
      </Text>
    </>
  );
}

function CodeLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <div key={line}>
      <Code className="wrap">{line}</Code>
    </div>
  ));
}
