/**
 * What an account or an application already has, and who made it: worth a look before it becomes a manager or acts as
 * one.
 */
import "./access.css";
import { Anchor, Box, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { api, type Schemas } from "../../api.ts";
import { useMay, useMe } from "../../may.tsx";
import { paths } from "../../paths.ts";
import { shortId } from "../events/names.tsx";
import { browserInWords } from "../values/browser.ts";
import { When } from "../values/when.tsx";

type Access = Schemas["Access"];

const kinds: Readonly<Record<Access["kind"], string>> = {
  email: "E-mail address",
  password: "Password",
  passkey: "Passkey",
  totp: "Authenticator app",
  email_code: "Code by e-mail",
  recovery_codes: "Recovery codes",
  secret: "Client secret",
  key: "Key",
  personal_access_token: "Personal access token",
  login_session: "Browser",
  app_session: "Application",
};

/** Sessions and tokens that work by themselves; the others are what one gets new ones with. */
const endsWithRole: ReadonlySet<Access["kind"]> = new Set(["personal_access_token", "login_session", "app_session"]);

/** Where there is no name, or none that the reader may see. */
const makerWords: Readonly<Record<string, string>> = {
  user: "a person elsewhere,",
  service_user: "a service user elsewhere,",
  application: "an application,",
  visitor: "somebody who was not signed in",
  operator: "an operator at the command line",
  system: "Signet itself",
};

/** Nothing, for whoever may not see the account's credentials. `ends`: what works by itself is going to end. */
export function UserAccess({ id, kind, ends }: { id: string; kind: "human" | "service"; ends: boolean }) {
  return kind === "human" ? <OfPerson userId={id} ends={ends} /> : <OfServiceUser serviceUserId={id} ends={ends} />;
}

function OfPerson({ userId, ends }: { userId: string; ends: boolean }) {
  const may = useMay({ userId });
  const enabled = may.has("user_credential.read") && may.has("session.read");
  const { data } = api.useQuery(
    "get",
    "/users/{userId}/access",
    { params: { path: { userId } } },
    { enabled, retry: false },
  );
  if (!enabled) return null;
  const places = [
    ["sign-in", "Password and factors"],
    ["sessions", "Sessions"],
  ] as const;
  return (
    <AlreadyHas items={data?.items} ends={ends}>
      {places.map(([page, label]) => (
        <NewTab key={page} to={`${paths.user(userId)}/${page}`} label={label} />
      ))}
    </AlreadyHas>
  );
}

function OfServiceUser({ serviceUserId, ends }: { serviceUserId: string; ends: boolean }) {
  const may = useMay({ serviceUserId });
  const enabled = may.has("service_user_key.read") && may.has("service_user_token.read");
  const params = { path: { serviceUserId } };
  const { data } = api.useQuery("get", "/service-users/{serviceUserId}/access", { params }, { enabled, retry: false });
  if (!enabled) return null;
  return (
    <AlreadyHas items={data?.items} ends={ends}>
      <NewTab to={`${paths.serviceUser(serviceUserId)}/credentials`} label="Keys and tokens" />
    </AlreadyHas>
  );
}

export function ApplicationAccess({
  applicationId,
  items,
}: {
  applicationId: string;
  items: readonly Access[] | undefined;
}) {
  return (
    <AlreadyHas items={items} ends={false} what="application">
      <NewTab to={`${paths.application(applicationId)}/credentials`} label="Secrets and keys" />
    </AlreadyHas>
  );
}

interface AlreadyHasProps {
  readonly items: readonly Access[] | undefined;
  readonly ends: boolean;
  readonly what?: "account" | "application";
  /** Where single ones can be ended. */
  readonly children: React.ReactNode;
}

function AlreadyHas({ items, ends, what = "account", children }: AlreadyHasProps) {
  const title = `What this ${what} already has`;
  if (items === undefined) return <Skeleton height={120} role="status" aria-label="Loading" />;
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Text fw={500} size="sm">
        {title}
      </Text>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing yet that it could be used with.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {`Whoever made any of it can use the ${what} with it.`}
          </Text>
          <Stack component="ul" gap={6} my="xs" className="access-list" tabIndex={0} role="list" aria-label={title}>
            {items.map((item) => (
              <AccessRow key={`${item.kind} ${item.id ?? ""}`} item={item} ends={ends && endsWithRole.has(item.kind)} />
            ))}
          </Stack>
          <Group gap="md">{children}</Group>
        </>
      )}
    </Paper>
  );
}

function AccessRow({ item, ends }: { item: Access; ends: boolean }) {
  const { kind, name, browser, createdAt } = item;
  const title = kind === "login_session" ? (browserInWords(browser) ?? "unknown") : name;
  return (
    <Box component="li">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" className="wrap">
          {kinds[kind]}
          {title === "" ? "" : `: ${title}`}
        </Text>
        {ends && (
          <Text size="xs" c="dimmed" className="fixed">
            ends
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        <MadeBy item={item} />
        {createdAt !== undefined && (
          <>
            , <When at={createdAt} />
          </>
        )}
      </Text>
    </Box>
  );
}

function MadeBy({ item: { kind, createdBy } }: { item: Access }) {
  const me = useMe();
  if (kind === "login_session" || kind === "app_session") return "Signed in";
  if (createdBy === undefined) return "By somebody the audit log does not know any more";
  const { id, displayName, loginName } = createdBy;
  if (id !== undefined && id === me?.userId) return "By you";
  if (displayName === undefined)
    return `By ${makerWords[createdBy.kind] ?? createdBy.kind}${id === undefined ? "" : ` ${shortId(id)}`}`;
  // A program is often called by its user name, which its login name begins with.
  return `By ${loginName === undefined || loginName.startsWith(`${displayName}@`) ? (loginName ?? displayName) : `${displayName} (${loginName})`}`;
}

/** The dialog, and what was chosen in it, stays. */
function NewTab({ to, label }: { to: string; label: string }) {
  return (
    <Anchor component={Link} to={to} target="_blank" rel="noopener" size="sm">
      {label}
    </Anchor>
  );
}
