/** A token as Signet explains it: its verdict first, then whose it is and where it came from. */
import { Anchor, Button, Code, Group, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { changed, client, type Schemas } from "../api.ts";
import { May, useMay } from "../may.tsx";
import { confirm } from "../parts/dialogs/confirm.tsx";
import { ActorLink } from "../parts/events/names.tsx";
import { sentence } from "../parts/page/problem.tsx";
import { Facts, Section } from "../parts/page/section.tsx";
import { CopyValue } from "../parts/values/copy.tsx";
import { State } from "../parts/values/state.tsx";
import { exactTime, relativeTime } from "../parts/values/when.tsx";
import { inWords } from "../parts/values/words.ts";
import { pathOfUser, paths } from "../paths.ts";
import type { WhichToken } from "./which-token.ts";

export type TokenExplanation = Schemas["TokenExplanation"];

interface ResultProps {
  readonly asked: WhichToken;
  readonly token: TokenExplanation;
  again(): Promise<void>;
}

const kinds: Readonly<Record<TokenExplanation["kind"], string>> = {
  access_token: "Access token",
  refresh_token: "Refresh token",
  id_token: "ID token",
  authorization_code: "Authorization code",
  personal_access_token: "Personal access token",
};

export function TokenResult({ asked, token, again }: ResultProps) {
  const { user, application, signIn, appSession, serviceCredential } = token;
  return (
    <Section title={kinds[token.kind]} action={<Revoke asked={asked} token={token} again={again} />}>
      <Facts
        items={[
          ["State", <Verdict key="state" token={token} />],
          token.reasonDetail === undefined ? undefined : ["Why", sentence(token.reasonDetail)],
          token.introspection && ["For the API that asks", <ForApi key="api" {...token.introspection} />],
          token.revokedAt === undefined ? undefined : ["Ended", time(token.revokedAt)],
          token.revokedBy === undefined ? undefined : ["By", <ActorLink key="by" actor={token.revokedBy} />],
          ["User", <UserLink key="user" user={user} />],
          ["Login name", user.loginName],
          application && ["Application", <ApplicationLink key="application" {...application} />],
          token.format && ["Format", token.format === "jwt" ? "JWT" : "Opaque: only Signet can read it"],
          ["Scopes", list(token.scopes)],
          ["Audience", list(token.audience)],
          token.issuedAt === undefined ? undefined : ["Issued", time(token.issuedAt)],
          token.expiresAt === undefined ? undefined : ["Expires", time(token.expiresAt)],
          signIn && ["Signed in", `${time(signIn.authenticatedAt)}, with ${signIn.amr.join(", ")}`],
          signIn?.userAgent === undefined ? undefined : ["Browser", signIn.userAgent],
          appSession && ["Session at the application", <Session key="session" session={appSession} user={user} />],
          serviceCredential && ["Got with", `${inWords(serviceCredential.kind)} ${serviceCredential.id ?? ""}`],
          token.id === undefined ? undefined : ["Token id", <CopyValue key="id" value={token.id} what="token id" />],
        ]}
      />
    </Section>
  );
}

/** What introspection tells one application, and what the token would need. */
function ForApi({ active, reasonDetail, scope }: NonNullable<TokenExplanation["introspection"]>) {
  if (active) return <State state="active" />;
  return (
    <Stack gap={4} align="flex-start">
      <State state="revoked" label="Not active" />
      {reasonDetail !== undefined && sentence(reasonDetail)}
      {scope !== undefined && <CopyValue value={scope} what="scope" />}
    </Stack>
  );
}

function Verdict({ token: { active, reason } }: { token: TokenExplanation }) {
  if (active === true) return <State state="active" />;
  if (active === undefined) return <State state="initial" label="Not known from its id alone" />;
  return (
    <State
      state={reason === "expired" ? "expired" : "revoked"}
      label={reason === "expired" ? "Expired" : "Not active"}
    />
  );
}

function Session({
  session,
  user,
}: {
  session: NonNullable<TokenExplanation["appSession"]>;
  user: TokenExplanation["user"];
}) {
  return (
    <Stack gap={4} align="flex-start">
      {session.endedAt === undefined ? `Since ${time(session.createdAt)}` : `Ended ${time(session.endedAt)}`}
      <CopyValue value={session.id} what="session id" />
      {user.kind === "human" && (
        <May at={{ userId: user.id }} permission="session.read">
          <PlainLink to={`${paths.user(user.id)}/sessions`} label="All sessions of this person" />
        </May>
      )}
    </Stack>
  );
}

/** Where it is not for the caller to end it, or there is nothing to end, there is no button. */
function Revoke({ asked, token, again }: ResultProps) {
  const { user, kind, active } = token;
  // Whoever is told nothing of the user manages nothing where they live.
  const may = useMay({ organizationId: user.organizationId ?? "none" });
  const permission = user.kind === "human" ? "session.delete" : "service_user_token.delete";
  if (kind === "id_token" || active === false || !may.has(permission)) return null;
  const isSingle = kind === "access_token" || kind === "personal_access_token";
  return (
    <Button
      variant="outline"
      color="red"
      onClick={() =>
        confirm({
          action: "Revoke token",
          consequence: isSingle
            ? "This token is refused from now on. Other tokens of the same sign-in stay good."
            : "The session at the application ends, and with it every token of it. The person has to sign in there again.",
          async run() {
            await changed(client.POST("/tokens/revoke", { body: asked }));
            await again();
          },
          done: "The token was revoked",
        })
      }
    >
      Revoke token
    </Button>
  );
}

/** Who may see a token need not see the whole of whoever it belongs to. */
function UserLink({ user }: { user: TokenExplanation["user"] }) {
  const { kind, id, displayName = id } = user;
  const may = useMay(kind === "human" ? { userId: id } : { serviceUserId: id });
  return may.has(kind === "human" ? "user.read" : "service_user.read") ? (
    <PlainLink to={pathOfUser(user)} label={displayName} />
  ) : (
    displayName
  );
}

function ApplicationLink({ id, name }: NonNullable<TokenExplanation["application"]>) {
  return useMay({ applicationId: id }).has("application.read") ? (
    <PlainLink to={paths.application(id)} label={name} />
  ) : (
    name
  );
}

function PlainLink({ to, label }: { to: string; label: string }) {
  return (
    <Anchor component={Link} to={to} size="sm">
      {label}
    </Anchor>
  );
}

function time(at: string): string {
  return `${exactTime(at)} (${relativeTime(at)})`;
}

function list(values: readonly string[]): ReactNode {
  if (values.length === 0) return "None";
  return (
    <Group gap={4}>
      {values.map((value) => (
        <Code key={value} className="wrap">
          {value}
        </Code>
      ))}
    </Group>
  );
}
